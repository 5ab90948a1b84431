"""Chinese word problems to statements: 多少 or 几 at the end is replaced by the answer, its unit kept."""

import re

from annotation_app.items.importing.construction.statement import Statement, Unsure

# 几 in numbers, names and figures of speech asks nothing.
ASKED = re.compile(r"几分之几|百分之几|多少|(?<![十百千好这那])几(?![何乎十百千万])")
TALK = re.compile(r"(?:请问|问|求)[：:，,]?(?=[^，。]*(?:多少|几))")
YES_NO = re.compile(r"[吗么]？?$|够不够|是否|能否|为什么|怎样|哪|谁|什么|如何")
ROUNDING = re.compile(r"保留|精确|取整|近似|得数|四舍五入|列式|方程|提示|比例尺|填|选")
BETWEEN_CHINESE = re.compile(
    r"(?<=[\u4e00-\u9fff，。、；：？！．（）“”《》]) +| +(?=[\u4e00-\u9fff，。、；：？！．（）“”《》])"
)
# What may stand behind a number: measure words and units. A bare noun there would read wrong.
MEASURES = (
    "个|只|棵|人|名|头|匹|辆|本|张|块|次|条|架|台|件|套|组|排|页|题|户|家|位|枝|支|朵|面|根|艘|座|双|盒|箱|筐|袋|瓶|桶|车|颗|粒|间|"
    "所|班|道|倍|段|份|株|枚|副|对|层|幢|栋|种|盆|束|串|把|杯|壶|篮|批|场|局|元|角|分|圆|毛|万|亿|千|米|公里|公尺|厘|分米|毫|平方|立方|"
    "m|k|c|d|g|t|l|L|km|克|斤|公斤|吨|两|升|毫升|公顷|亩|天|日|周|星期|月|年|岁|小时|时|秒|分钟|度|岁|步|下|圈|趟|盘|卷|筒|包|捆|堆|"
    "列|行|节|团|队|滴|扇|顶|床|匹|篇|首|部|期|届|集|册|克拉|里|海里|尺|寸|听|罐|格|平|人次|字|点|分数|箩|遍|片|颗|枝|%|％"
)
LONGEST_NUMBER = 9
NUMBER_ASKED = re.compile(r"(?:数|商|积|和|差|比|得|等于)[^，。]{0,6}$|相当于")
COUNTED_WHOLE = frozenset(
    "个只棵人名头匹辆本张块次条架台件套组排页题户家位枝支朵面根艘座双盒箱筐袋瓶桶车颗粒间所班道"
)


def joined(text: str) -> str:
    """A segmented Chinese text without the blanks between its words."""
    return BETWEEN_CHINESE.sub("", text.strip())


def state(text: str, number: str) -> Statement:
    """The problem with its question answered. Raises: Unsure."""
    text = joined(text).rstrip()
    marks = list(ASKED.finditer(text))
    if len(marks) != 1:
        raise Unsure("several_questions", "It does not ask for exactly one amount.")
    mark = marks[0]
    before, after = text[: mark.start()], text[mark.end() :]
    clause = after.rstrip("？?﹖．.。！ =")
    if re.search(r"[？?。．]", clause) or len(clause) > 20:
        raise Unsure("needs_wording", "The amount is not asked for at the end.")
    sentence = re.split(r"[。．？！]", before)[-1]
    if YES_NO.search(after) or YES_NO.search(sentence[-40:]) or ROUNDING.search(text):
        raise Unsure("needs_wording", "It asks for more than an amount, or says how to write it.")
    if len(number) > LONGEST_NUMBER or re.search(r"0\.\d+折", text):
        raise Unsure("needs_wording", "Numbers are not written as people write them.")
    if number.startswith("-"):
        raise Unsure("needs_wording", "A negative number is no amount.")
    if mark[0] == "几分之几":
        if "/" not in number:
            raise Unsure("needs_wording", "A fraction is asked for and the answer is none.")
    elif mark[0] == "百分之几":
        if not number.endswith("%"):
            raise Unsure("needs_wording", "A percentage is asked for and the answer is none.")
    else:
        clause = _unit(clause, number, before)
    before = TALK.sub("", before + "多少").removesuffix("多少") if TALK.search(before + "多少") else before
    before = re.sub(r"=$", "是", before)
    return Statement.of(before, number, clause + "。")


def _unit(clause: str, number: str, before: str) -> str:
    """What stands behind the number. Raises: Unsure (the number does not fit it)."""
    whole = re.fullmatch(r"\d+", number) is not None
    if number.endswith("%"):
        if clause.startswith(("%", "％")):
            return clause[1:]
        if clause[:1] not in ("", "，", "."):
            raise Unsure("needs_wording", "A percentage with a unit behind it.")
    elif clause.startswith(("%", "％")):
        raise Unsure("needs_wording", "A percentage is asked for and the answer is none.")
    if not whole and clause[:1] in COUNTED_WHOLE:
        raise Unsure("needs_wording", "What is counted comes in whole numbers only.")
    if clause.startswith("钱"):
        return "元" + clause[1:]
    odd = clause.startswith(("时才", "时，", "支5")) or (clause and not clause.strip("0123456789"))
    if odd or (not clause and not number.endswith("%") and not NUMBER_ASKED.search(before)):
        raise Unsure("needs_wording", "The amount has no unit.")
    if clause and clause[0] not in "，、（(" and not re.match(MEASURES, clause):
        raise Unsure("needs_wording", "A noun without its measure word would stand behind the number.")
    return clause
