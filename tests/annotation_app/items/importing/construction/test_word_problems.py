import pytest

from annotation_app.items.importing.construction import problems_en, problems_zh
from annotation_app.items.importing.construction.statement import Statement, Unsure


def braced(made: Statement) -> str:
    start, end = made.answer
    return f"{made.text[:start]}{{{made.text[start:end]}}}{made.text[end:]}"


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("How many pears are in the bowl?", "{5} pears are in the bowl."),
        ("How many pears are there in the bowl?", "There are {5} pears in the bowl."),
        ("How many pears will there be in the bowl?", "There will be {5} pears in the bowl."),
        ("How many pears does Jo have now?", "Jo has {5} pears now."),
        ("How many pears did Jo and Al buy in all?", "Jo and Al bought {5} pears in all."),
        ("How many more pears does Jo have than Al?", "Jo has {5} more pears than Al."),
        ("How many gold stars did Jo earn?", "Jo earned {5} gold stars."),
        ("How many children went to the fair?", "{5} children went to the fair."),
        ("How many pears has Jo eaten today?", "Jo has eaten {5} pears today."),
        ("How many pears can Jo carry?", "Jo can carry {5} pears."),
        ("How many pears does Jo need to pick?", "Jo needs to pick {5} pears."),
        ("How many days did it take Jo to read it?", "It took Jo {5} days to read it."),
        ("How many boxes did she put them in?", "She put them in {5} boxes."),
        ("How many times did Jo swim?", "Jo swam {5} times."),
        (
            "If she eats two, how many pears will Jo have left?",
            "If she eats two, Jo will have {5} pears left.",
        ),
        ("What is the total number of pears?", "The total number of pears is {5}."),
        ("How old is Jo?", "Jo is {5} years old."),
        ("Find the number.", "The number is {5}."),
    ],
)
def test_english_question_becomes_a_statement(question: str, statement: str) -> None:
    made = problems_en.state(f"Jo picked pears. {question}", "5")
    assert braced(made) == f"Jo picked pears. {statement}"


@pytest.mark.parametrize(
    ("text", "unit", "statement"),
    [
        ("A hat costs $9. How much does Jo have left?", "", "A hat costs $9. Jo has ${5} left."),
        ("A hat costs 9 dollars. How much did Jo pay?", "", "A hat costs 9 dollars. Jo paid {5} dollars."),
        ("A hat costs $9. How much is the scarf?", "", "A hat costs $9. The scarf is ${5}."),
        ("A can leaks. How much oil did it lose?", "liters", "A can leaks. It lost {5} liters of oil."),
        (
            "Two trees grow. How much taller is the elm than the oak?",
            "feet",
            "Two trees grow. The elm is {5} feet taller than the oak.",
        ),
        ("Jo ran daily. How far did Jo run in all?", "miles", "Jo ran daily. Jo ran {5} miles in all."),
        ("If a pear weighs 4 ounces how many pears did Jo buy?", "", None),
        (
            "If there is a sale on hats How many hats did Jo buy?",
            "",
            "If there is a sale on hats, Jo bought {5} hats.",
        ),
    ],
)
def test_english_amount_keeps_its_unit(text: str, unit: str, statement: str | None) -> None:
    if statement is None:
        with pytest.raises(Unsure):
            problems_en.state(text, "5", unit)
    else:
        assert braced(problems_en.state(text, "5", unit)) == statement


@pytest.mark.parametrize(
    ("text", "number", "code"),
    [
        ("How many pears are left? How many plums?", "5", "several_questions"),
        ("Jo ate. How many pears are left?", "1", "needs_wording"),
        ("Jo ate. How many pears are left?", "-3", "needs_wording"),
        ("Jo ate. How much did she pay?", "5", "needs_wording"),
        ("Jo ate. What are the numbers?", "5", "needs_wording"),
        ("Jo ate. How many pears did Jo give Al?", "5", "needs_wording"),
        ("Jo ate.", "5", "several_questions"),
    ],
)
def test_english_question_that_is_not_sure_is_left(text: str, number: str, code: str) -> None:
    with pytest.raises(Unsure) as refused:
        problems_en.state(text, number)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("text", "number", "statement"),
    [
        ("树上有9只鸟，飞走4只，还剩多少只？", "5", "树上有9只鸟，飞走4只，还剩{5}只。"),
        ("一支笔5元，3支笔多少钱？", "15", "一支笔5元，3支笔{15}元。"),
        ("一箱梨吃了3/4，还剩几分之几？", "1/4", "一箱梨吃了3/4，还剩{1/4}。"),
        ("今年比去年增产百分之几？", "20%", "今年比去年增产{20%}。"),
        ("一桶油重9千克，问2桶油重多少千克？", "18", "一桶油重9千克，2桶油重{18}千克。"),
        ("正方形的边长是4米，周长=多少米？", "16", "正方形的边长是4米，周长是{16}米。"),
        ("两 个 数 的 和 是 多少 ？", "9", "两个数的和是{9}。"),
    ],
)
def test_chinese_question_becomes_a_statement(text: str, number: str, statement: str) -> None:
    assert braced(problems_zh.state(text, number)) == statement


@pytest.mark.parametrize(
    ("text", "number", "code"),
    [
        ("有多少只鸡和多少只兔？", "5", "several_questions"),
        ("求这个数。", "5", "several_questions"),
        ("吃了几分之几？", "5", "needs_wording"),
        ("增产百分之几？", "0.2", "needs_wording"),
        ("有多少人？", "2.5", "needs_wording"),
        ("有多少苹果？", "5", "needs_wording"),
        ("池水深多少？", "3", "needs_wording"),
        ("还剩多少千克？", "-3", "needs_wording"),
        ("多少元可以买3支？够不够？", "5", "needs_wording"),
    ],
)
def test_chinese_question_that_is_not_sure_is_left(text: str, number: str, code: str) -> None:
    with pytest.raises(Unsure) as refused:
        problems_zh.state(text, number)
    assert refused.value.code == code
