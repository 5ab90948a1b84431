"""Chinese questions to statements: the wh-phrase stands where its answer belongs, so it is replaced in place.

What is asked politely around the question ("你知道……吗") is taken off first. A question without a wh-phrase
that ends in a property ("……的作者是？") gets its answer at the end. Everything else is left for a person.
"""

import re

from annotation_app.items.importing.construction.chinese_words import (
    BRACKETS,
    CLASSES,
    DATE,
    ENDINGS,
    FOOTNOTE,
    KEPT,
    KIND,
    LONGEST_ANSWER,
    NO_STATEMENT,
    PLURAL,
    POLITE,
    POLITE_WORDS,
    PROPERTY,
    SEVERAL,
    TAIL_TALK,
    WHEN,
    WHICH,
    WHO,
)
from annotation_app.items.importing.construction.statement import Statement, Unsure


def state(question: str, answer: str) -> Statement:
    """The statement that a question and its answer make. Raises: Unsure."""
    answer = answer.strip()
    if not answer or not question.strip():
        raise Unsure("needs_wording", "The question or its answer is empty.")
    if SEVERAL.search(answer):
        raise Unsure("several_answers", "The answer is a list of several.")
    if len(answer) > LONGEST_ANSWER or re.search(r"[。？！]", answer):
        raise Unsure("needs_wording", "The answer is a text rather than a name or a number.")
    if any(answer.count(a) != answer.count(b) for a, b in BRACKETS) or FOOTNOTE.search(answer):
        raise Unsure("needs_wording", "The answer is cut off or has remarks in it.")
    text = _bare(question)
    if answer in text:
        raise Unsure("answer_in_question", "The answer stands in the question already.")
    if NO_STATEMENT.search(text) or PLURAL.search(text):
        raise Unsure("needs_wording", "The question asks for reasons, manners, a yes or a list.")
    if re.search(r"[吗呢]，|^[你我]", text) or re.search(r"[，,。；\s]$", answer):
        raise Unsure("needs_wording", "The question has two parts, or the answer is cut off.")
    if text.count("，") + text.count("？") > 1 or re.search(r"[。！？?]", text):
        raise Unsure("needs_wording", "The question has several sentences.")
    if re.search(r"那[个里儿位家种](?:[^\u4e00-\u9fff]|$|[^，]{0,4}$)|们，", text):
        raise Unsure("needs_wording", "The question has a slip in it, or speaks to somebody.")
    made = _replaced(text, answer)
    if made.text[made.answer[1] :] == "的" and re.search(r"的[^，是]{1,6}是$", made.text[: made.answer[0]]):
        made = Statement(made.text[:-1], made.answer)
    return Statement(made.text + "。", made.answer)


def _bare(question: str) -> str:
    """The question without its mark and without what is polite around it."""
    text = re.sub(r"\s+", " ", question).strip()
    text = ENDINGS.sub("", text)
    match = POLITE.match(text)
    if match and any(word in match[0] for word in POLITE_WORDS):
        text = text[match.end() :]
    text = re.sub(
        r"(?:还有人|有人|还)记得|有人知道|(?<=，)(?:那么|请问|那|想问)+(?:[它他她])?",
        "",
        TAIL_TALK.sub("", ENDINGS.sub("", text)),
    )
    return ENDINGS.sub("", text).strip()


def _replaced(text: str, answer: str) -> Statement:
    pattern = (
        f"(?P<who>{WHO})|(?P<when>{WHEN})|(?P<where>什么地方|哪个地方|哪里|哪儿|何处|何地)|(?P<which>{WHICH})"
    )
    found = list(
        re.finditer(f"{pattern}|(?P<amount>多少|几(?![何乎十百千]))|(?P<many>多[大高长远久重深宽])", text)
    )
    if not found:
        return _at_the_end(text, answer)
    if len(found) > 1:
        raise Unsure("needs_wording", "The question has more than one wh-phrase.")
    match = found[0]
    before, after = text[: match.start()], text[match.end() :]
    kind = str(match.lastgroup)
    if re.search(r"的是(?:在)?$", before) or (kind == "which" and before.endswith("有")):
        raise Unsure("needs_wording", "The question is not grammatical itself, or asks what there is.")
    if kind == "who":
        if match[0] in ("哪位", "哪一位"):
            after = re.sub(f"^(?:{KIND}|选手|运动员|球星|诗人|医生|将军)", "", after)
        return _who(before, answer, after)
    if kind == "when":
        return _when(before, answer, after, match[0])
    if kind == "where":
        return _where(before, answer, after)
    if kind == "amount":
        return _amount(before, answer, after)
    if kind == "many":
        if before.endswith("有") and not after and re.match(r"[约\d]", answer):
            if match[0][1] in "高长重深宽":
                before = before.removesuffix("大概有").removesuffix("有") + match[0][1]
            return Statement.of(before, answer, "")
        raise Unsure("needs_wording", "A measure asked for by an adjective.")
    return _which(before, answer, after, match[0])


def _who(before: str, answer: str, after: str) -> Statement:
    if DATE.search(answer) or re.match(r"\d", answer) or after.startswith("的"):
        raise Unsure("needs_wording", "The answer is not a person's name.")
    if not before and after.startswith("是") and "的" not in after:
        raise Unsure("needs_wording", "It is asked what kind of person somebody is.")
    if re.search(r"(?:^|[^的])是$", before) and not after and not _has_property(before[:-1]):
        raise Unsure("needs_wording", "It is asked what kind of person somebody is.")
    return Statement.of(before, answer, after)


def _has_property(text: str) -> bool:
    return bool(PROPERTY.search(text))


def _when(before: str, answer: str, after: str, phrase: str = "") -> Statement:
    if re.fullmatch(r"\d{3,4}", answer) and phrase in ("哪一年", "哪年"):
        joined = (
            "" if before.endswith(("是", "于", "在")) else "于" if after and not after.endswith("的") else ""
        )
        return Statement.of(before + joined, answer, "年" + after)
    if not DATE.search(answer) or len(answer) > 14:
        raise Unsure("needs_wording", "The answer is no plain date.")
    answer_end = answer.endswith(("年", "月", "日", "号", "世纪", "时期"))
    if before.endswith("是") and after and not after.endswith("的"):
        after += "的"
    if before.endswith(("是", "于", "在")) or not answer_end:
        if not answer_end and after:
            raise Unsure("needs_wording", "The date has no unit that fits the sentence.")
        return Statement.of(before, answer, after)
    if after and not after.endswith("的"):
        return Statement.of(before + "于", answer, after)
    return Statement.of(before, answer, after)


def _where(before: str, answer: str, after: str) -> Statement:
    if DATE.search(answer) or re.match(r"\d", answer):
        raise Unsure("needs_wording", "The answer is no place.")
    if after.startswith("人"):
        return _person_of(before, answer, after[1:])
    if after.startswith("的") and len(after) > 2 and not after.endswith("的"):
        after = after if after.startswith("的") else "的" + after
    return Statement.of(before, answer, after)


def _person_of(before: str, answer: str, after: str) -> Statement:
    """是哪国人: 是法国人; the mask is the country without 人."""
    bare = answer.removesuffix("人")
    return Statement.of(before, bare, "人" + after)


def _amount(before: str, answer: str, after: str) -> Statement:
    number = re.match(r"^约?[\d,.]+(?P<unit>[^\d]*)$", answer)
    if number is None:
        raise Unsure("needs_wording", "The answer is no amount.")
    unit = number["unit"]
    if not after:
        if not before.endswith(("是", "为", "有", "达", "到")):
            raise Unsure("needs_wording", "The amount has no place in the sentence.")
        return Statement.of(before, answer, "")
    if unit and after.startswith(unit):
        return Statement.of(before, answer[: -len(unit)], after)
    if not unit and re.match(
        "个|人|名|只|部|集|所|座|家|岁|年|米|平方|公里|千米|层|张|本|篇|首|章|种|次|天|号|页|元|万", after
    ):
        return Statement.of(before, answer, after)
    raise Unsure("needs_wording", "The unit of the answer does not fit that of the question.")


def _which(before: str, answer: str, after: str, phrase: str) -> Statement:
    if phrase == "哪国" or (phrase == "哪" and after.startswith("国")):
        after = after.removeprefix("国")
        if after.startswith("人"):
            return _person_of(before, answer, after[1:])
        return Statement.of(before, answer, after)
    match = re.match(f"(?:样的)?(?P<kind>{KIND})(?P<of>的人$)?", after)
    if match:
        kind, rest = match["kind"], after[match.end("kind") :]
        if kind in ("国家", "国") and match["of"]:
            return _person_of(before, answer, "")
        return _of_kind(before, answer, kind, rest)
    if after and phrase in ("什么", "何种", "啥") and not after.startswith(("的", "时")):
        raise Unsure("needs_wording", "The kind of thing asked for is not known.")
    if phrase == "哪" or (after and phrase.startswith("哪") and phrase[-1] not in "个位家座部首本所"):
        raise Unsure("needs_wording", "What is counted is not known.")
    if (
        after
        and phrase.startswith("哪")
        and not re.match("是|的|在|出版|发行|创作|写|导演|演唱|主演|开发|制作", after)
    ):
        raise Unsure("needs_wording", "The kind of thing asked for is not known.")
    if phrase in ("什么", "啥") and not before.endswith(
        ("是", "为", "叫", "叫做", "称", "称为", "于", "在", "用", "有")
    ):
        raise Unsure("needs_wording", "What is asked for is not the end of a plain sentence.")
    if before.endswith("是") and not after and not _has_property(before[:-1]):
        raise Unsure("needs_wording", "It is asked what kind of thing something is.")
    return Statement.of(before, answer, after)


def _of_kind(before: str, answer: str, kind: str, rest: str) -> Statement:
    time = kind in (
        "时候",
        "时间",
        "年代",
        "时代",
        "时期",
        "年份",
        "年",
        "朝代",
        "朝",
        "日子",
        "天",
        "月",
        "日",
    )
    if bool(DATE.search(answer)) != time and kind not in (
        "朝代",
        "朝",
        "时代",
        "时期",
        "版本",
        "系列",
        "编号",
    ):
        raise Unsure("needs_wording", "The answer is not of the kind asked for.")
    if kind in ("时候", "时间", "年", "年份"):
        return _when(before, answer.removesuffix("年") + "年" if kind == "年" else answer, rest)
    if kind in ("人", "人物") and rest and not rest.startswith(("是", "的")):
        return Statement.of(before, answer, rest)
    if len(kind) == 1 and rest and not rest.startswith(("的", "是", "在", "出", "人")):
        raise Unsure("needs_wording", "The kind of thing asked for is not known.")
    if len(kind) == 1 and not answer.endswith(kind) and kind in "族语国省市县镇区村人科属目纲":
        raise Unsure("needs_wording", "The answer lacks the word of its kind.")
    if (kind == "民族" and answer[-1] not in "族人") or (kind == "作品" and before.endswith(("属于", "是"))):
        raise Unsure("needs_wording", "The answer is not of the kind asked for.")
    if rest == "的" and before.endswith("属于"):
        rest = ""
    if re.search(r"[^\w，。、《》“”（）]", rest):
        raise Unsure("needs_wording", "Something stands behind the question that does not belong to it.")
    if kind not in CLASSES and rest.startswith("的") and rest[1:] and answer[-1] == rest[-1]:
        raise Unsure("needs_wording", "The answer names the thing itself rather than its kind.")
    if kind in CLASSES:
        rest = rest.removeprefix("的") or (kind if kind in KEPT and not answer.endswith(kind) else "")
        return Statement.of(before, answer, "" if answer.endswith(rest) else rest)
    return Statement.of(before, answer, rest)


def _at_the_end(text: str, answer: str) -> Statement:
    """……的作者是？ and ……的作者？"""
    stem = re.sub(r"(?:是|为|叫|叫做|有)$", "", text)
    ending = text[len(stem) :] or "是"
    if ending == "有" or not _has_property(stem):
        raise Unsure("needs_wording", "The question has no wh-phrase.")
    return Statement.of(stem + ending, answer, "")
