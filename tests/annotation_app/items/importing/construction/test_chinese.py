import pytest

from annotation_app.items.importing.construction.chinese import state
from annotation_app.items.importing.construction.statement import Unsure


def braced(question: str, answer: str) -> str:
    made = state(question, answer)
    start, end = made.answer
    return f"{made.text[:start]}{{{made.text[start:end]}}}{made.text[end:]}"


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("《河边》的作者是谁？", "李木", "《河边》的作者是{李木}。"),
        ("你知道《河边》的作者是谁吗？", "李木", "《河边》的作者是{李木}。"),
        ("谁写了《河边》？", "李木", "{李木}写了《河边》。"),
        ("哪位作家写了《河边》？", "李木", "{李木}写了《河边》。"),
        ("李木是哪国人？", "法国", "李木是{法国}人。"),
        ("李木是什么国家的人？", "法国人", "李木是{法国}人。"),
        ("李木出生在什么地方？", "北京", "李木出生在{北京}。"),
        ("李木毕业于哪所大学？", "南山大学", "李木毕业于{南山大学}。"),
        ("南山大学成立于哪一年？", "1952", "南山大学成立于{1952}年。"),
        ("李木是什么时候去世的？", "1980年3月", "李木是{1980年3月}去世的。"),
        ("李木是什么时候去世？", "1980年3月", "李木是{1980年3月}去世的。"),
        ("《河边》是哪个出版社出版的呢？", "南山出版社", "《河边》是{南山出版社}出版的。"),
        ("《河边》是什么类型的小说？", "言情小说", "《河边》是{言情小说}。"),
        ("李木是什么学历？", "本科", "李木是{本科}学历。"),
        ("青山镇有多少个村？", "12", "青山镇有{12}个村。"),
        ("青山镇的面积是多少？", "30平方公里", "青山镇的面积是{30平方公里}。"),
        ("李木有多高？", "180cm", "李木高{180cm}。"),
        ("青山镇的邮编是？", "100200", "青山镇的邮编是{100200}。"),
        ("青山镇的邮编", "100200", "青山镇的邮编是{100200}。"),
        ("法国的首都是哪里？", "巴黎", "法国的首都是{巴黎}。"),
        ("我想知道青山镇的特产是什么？", "茶叶", "青山镇的特产是{茶叶}。"),
    ],
)
def test_state_puts_the_answer_in_the_place_of_the_wh_phrase(
    question: str, answer: str, statement: str
) -> None:
    assert braced(question, answer) == statement


@pytest.mark.parametrize(
    ("question", "answer", "code"),
    [
        ("李木为什么去世？", "生病", "needs_wording"),
        ("李木是谁？", "作家", "needs_wording"),
        ("李木是什么？", "作家", "needs_wording"),
        ("青山镇有哪些村？", "东村", "needs_wording"),
        ("谁在哪里写了《河边》？", "李木", "needs_wording"),
        ("李木是什么时候去世的？", "冬天", "needs_wording"),
        ("青山镇有多少人？", "很多", "needs_wording"),
        ("李木是什么民族？", "汉", "needs_wording"),
        ("李木还好", "好人", "needs_wording"),
        ("《河边》的作者是谁？", "李木、王山", "several_answers"),
        ("《河边》的作者是谁？", "李木（1950年生的作家）", "needs_wording"),
        ("青山镇在哪里？", "青山镇", "answer_in_question"),
        ("", "李木", "needs_wording"),
    ],
)
def test_state_leaves_to_a_person_what_it_is_not_sure_of(question: str, answer: str, code: str) -> None:
    with pytest.raises(Unsure) as refused:
        state(question, answer)
    assert refused.value.code == code
