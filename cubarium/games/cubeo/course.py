"""Cube O', learnt by doing."""

from cubarium.core.course import Course, Exercise, Fulfils, Plays, Stands, Wins

NOTHING = "....|....|....|...."


def _board(*rows: str, tail: str) -> str:
    """A position whose columns hold one cube at most, from rank 4 to rank 1; or whole rows."""
    whole = (row if "|" in row else f"{row}|....|....|...." for row in rows)
    return f"{'/'.join(whole)} {tail}"


COURSE: Course = (
    Exercise(
        name="draw",
        title="Draw and place",
        text="Draw a cube from the bag. Nobody knows which colour comes, and you must place "
        "it: put it on the blue cube on d1.",
        position=_board("Y..G", "....", "....", "R..B", tail="R"),
        goal=Stands({"d12": "Y"}),
        answers=("=Y",),
        hint="Touch the bag first, then the column d1.",
        wrong="Place the cube that you draw on column d1, on top of the blue one.",
        done="Up to four cubes may stand on top of each other.",
        solution=("draw", "d1"),
    ),
    Exercise(
        name="move",
        title="Move a cube",
        text="Instead of drawing a cube you may move one from the top of a column to another "
        "column, whoever placed it. Move the red cube from a1 to b2.",
        position=_board("Y..G", "....", "....", "R..B", tail="R"),
        goal=Plays("a1-b2"),
        hint="Touch a1, then b2.",
        wrong="Move the red cube: first a1, then b2.",
        done="What is covered, and what lies in a full layer, may not be moved.",
        solution=("a1-b2",),
    ),
    Exercise(
        name="above",
        title="Your card, from above",
        text="Your card shows two blue squares beside two red ones. It is fulfilled when that "
        "picture is seen. You have drawn a blue cube: complete the picture, seen from above.",
        position=_board("....", "....", "B...", "RR..", tail="R drawn=B hands=c22/-"),
        goal=Fulfils(),
        answers=("=c40",),
        hint="Red is on a1 and b1, blue on a2. The fourth square is beside a2.",
        wrong="The card can't be seen. From above, the second blue square must lie beside the "
        "first.",
        done="A fulfilled card is shown, and you get a new one.",
        solution=("b2",),
    ),
    Exercise(
        name="side",
        title="From the side",
        text="A card may also be seen from the south, north, east or west. Depth does not "
        "matter: what looks side by side may stand far apart. Place your green cube so that "
        "the card is seen from the south.",
        position=_board(
            "BYB.|B...|....|....",
            "B...|R...|....|....",
            NOTHING,
            "R...",
            tail="R drawn=G hands=c08/-",
        ),
        goal=Fulfils(),
        answers=("=c40",),
        hint="From the south, columns a and b show red, red above it, and yellow. Green "
        "belongs in column c, on the bottom.",
        wrong="The card can't be seen. Look at the small picture from the south: green must be "
        "right of yellow.",
        done="Every view shows the first cube that the eye meets.",
        solution=("c1",),
    ),
    Exercise(
        name="hidden",
        title="Nothing in the way",
        text="A hidden cube does not count. From the south the blue cube on b1 hides the "
        "yellow one behind it. Clear the view.",
        position=_board(
            "BYB.|B...|....|....",
            "B...|R...|....|....",
            NOTHING,
            "RBG.",
            tail="R hands=c08/-",
        ),
        goal=Fulfils(),
        answers=("=c40",),
        hint="Move the blue cube from b1 to a place where it hides nothing, such as d1.",
        wrong="The card can't be seen from the south: either yellow is still hidden, or "
        "something else is.",
        done="Moving a cube away can fulfil a card as well as placing one.",
        solution=("b1-d1",),
    ),
    Exercise(
        name="turned",
        title="Turned, not mirrored",
        text="The picture of a card may be turned by quarters, but not mirrored. Your card is "
        "red over the end of red, yellow, green. You have drawn a red cube.",
        position=_board("....", "..G.", "..Y.", "..R.", tail="R drawn=R hands=c08/-"),
        goal=Fulfils(),
        answers=("=c40",),
        hint="From above, the line stands upright: red, yellow, green. Turn the card, and see "
        "on which side of red the fourth square is.",
        wrong="The card can't be seen. On the wrong side of the line it would be mirrored.",
        done="From the other side a wall shows its mirror image: that is another view, and counts.",
        solution=("b1",),
    ),
    Exercise(
        name="taboo",
        title="The cube that was just moved",
        text="Your opponent has just moved the blue cube to a1: for one turn it is taboo, and "
        "nobody may move it. Complete your card with another one.",
        position=_board("...B", "..B.", ".RR.", "B...", tail="R taboo=a1 hands=c22/-"),
        goal=Fulfils(),
        answers=("=c40",),
        hint="There is a blue cube on d4. Seen from above, it is wanted beside the one on c3.",
        wrong="The card can't be seen yet. Two blue squares must lie beside two red ones.",
        done="A cube that was drawn and placed is never taboo.",
        solution=("d4-b3",),
    ),
    Exercise(
        name="twin",
        title="Your twin",
        text="Once you have fulfilled a card, you may place your twin, once in a game: two red "
        "cubes that stand on one column or lie on two. Nobody ever moves it. Complete your "
        "card with it.",
        position=_board("Y..G", "....", "....", "B.YG", tail="R hands=c08/- shown=c01/-"),
        goal=Fulfils(),
        answers=("=c40",),
        hint="From the south two red squares of the card are missing, one above the other, left "
        "of yellow. Let the twin stand on b1.",
        wrong="The card can't be seen. The twin must stand upright, left of yellow.",
        done="Each half counts as a cube of its colour.",
        solution=("Tb1",),
    ),
    Exercise(
        name="end",
        title="The end",
        text="With two players seven cards end the game: the round is completed, and the most "
        "cards win. You have six. You have drawn a green cube: fulfil the seventh.",
        position=_board(
            NOTHING,
            ".Y..|.B..|....|....",
            "G...",
            "Y.RR|...R|....|....",
            tail="R drawn=G hands=c13/- shown=c01,c02,c03,c04,c05,c06/c07,c08,c09,c10,c11",
        ),
        goal=Wins(),
        answers=("=c48", "draw", "=R", "d4"),
        hint="From the east one green square of your card is missing. It may stand on a2.",
        wrong="The card can't be seen. Look at the picture from the east.",
        done="Your opponent had a last turn, so that both had the same number. Seven against "
        "five: you have won.",
        solution=("a2",),
    ),
)
