import pytest

from annotation_app.items.importing.construction.english import state
from annotation_app.items.importing.construction.statement import Unsure


def braced(question: str, answer: str) -> str:
    made = state(question, answer)
    start, end = made.answer
    return f"{made.text[:start]}{{{made.text[start:end]}}}{made.text[end:]}"


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("Who wrote the novel Middlemarch?", "George Eliot", "{George Eliot} wrote the novel Middlemarch."),
        ("who has won the cup twice?", "Uruguay", "{Uruguay} has won the cup twice."),
        ("Who is the mayor of Lyon?", "Ann Roe", "{Ann Roe} is the mayor of Lyon."),
        ("what is the capital of Peru?", "Lima", "The capital of Peru is {Lima}."),
        ("what was the river's old name?", "Ister", "The river's old name was {Ister}."),
        ("what is the new bridge called?", "Long Bridge", "The new bridge is called {Long Bridge}."),
        ("where was Ada born?", "London", "Ada was born in {London}."),
        (
            "where is the tower located?",
            "United States of America",
            "The tower is located in the {United States of America}.",
        ),
        ("where is Tom from?", "Kent", "Tom is from {Kent}."),
        ("where is the riverside hall?", "Bath", "The riverside hall is in {Bath}."),
        ("where did she die?", "Rome", "She died in {Rome}."),
        ("where did he go to college?", "Elm College", "He went to college at {Elm College}."),
        ("when did the old mill close?", "1912", "The old mill closed in {1912}."),
        ("when was the school founded?", "1/2/1903", "The school was founded on {1/2/1903}."),
        (
            "what language do they speak in Chile?",
            "Spanish Language",
            "They speak the {Spanish Language} in Chile.",
        ),
        ("what team does Jo play for?", "Lake Tigers", "Jo plays for the {Lake Tigers}."),
        ("who did Jo play for in 2010?", "Ajax", "Jo played for {Ajax} in 2010."),
        ("what county is Elmtown in?", "Kent", "Elmtown is in {Kent}."),
        ("which country invaded Poland?", "Germany", "{Germany} invaded Poland."),
        ("The film is based on which novel?", "dune", "The film is based on {Dune}."),
        ("In which year was the bridge opened?", "1932", "The bridge was opened in {1932}."),
        ("For which club did Jo play?", "Ajax", "Jo played for {Ajax}."),
    ],
)
def test_state_puts_the_answer_in_the_place_of_the_wh_phrase(
    question: str, answer: str, statement: str
) -> None:
    assert braced(question, answer) == statement


@pytest.mark.parametrize(
    ("question", "answer", "code"),
    [
        ("who is Ann Roe?", "Presenter", "needs_wording"),
        ("why did the mill close?", "Fire", "needs_wording"),
        ("how did the mill burn?", "Lightning", "needs_wording"),
        ("what did Ann do?", "Lawyer", "needs_wording"),
        ("what are the colours of the flag?", "Red", "needs_wording"),
        ("who wrote what?", "Ann", "needs_wording"),
        ("name a river", "Rhine", "needs_wording"),
        ("when did the mill close?", "in the war", "needs_wording"),
        ("what does it mean?", "Peace", "needs_wording"),
        ("who won the open 2011 video?", "Ann Roe", "needs_wording"),
        ("where is the Kent hall?", "Kent", "answer_in_question"),
        ("", "Kent", "needs_wording"),
        ("who sang?", "", "needs_wording"),
    ],
)
def test_state_leaves_to_a_person_what_it_is_not_sure_of(question: str, answer: str, code: str) -> None:
    with pytest.raises(Unsure) as refused:
        state(question, answer)
    assert refused.value.code == code
