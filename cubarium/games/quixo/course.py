"""Quixo, learnt by doing."""

from cubarium.core.course import Course, Exercise, Holds, Loses, Mistake, Plays, Stands, Wins

COURSE: Course = (
    Exercise(
        name="push",
        title="Take and push",
        text="You play crosses. Take the blank cube on c1: it gets your cross. Then push it in "
        "at the other end of its column, c5. The column moves down by one.",
        goal=Plays("c1c5"),
        hint="Touch c1, in the middle of the bottom row, then c5 at the top of the same column.",
        wrong="A legal turn, but not the one asked for. Take c1 and push it in at c5.",
        done="That is a whole turn: take a cube from the edge, and push it in at another end "
        "of its row or column.",
        solution=("c1c5",),
    ),
    Exercise(
        name="shift",
        title="The row gives way",
        text="A cube that you push in moves the others. Use row 1 to get two crosses side by "
        "side on a1 and b1.",
        position="...../...../...../...../X.... X",
        goal=Stands({"a1": "X", "b1": "X"}),
        hint="Take any other cube of row 1, and push it in at a1: the cross there moves to b1.",
        wrong="There are not two crosses on a1 and b1. Push in at a1, with a cube from row 1.",
        done="Everything between the end where you push and the gap moves by one.",
        solution=("e1a1",),
    ),
    Exercise(
        name="line",
        title="Five in a line",
        text="Five crosses in a row, a column or a long diagonal win. There are four in row 1. "
        "Complete it.",
        position=".O.../..O../...../...../XXXX. X",
        goal=Wins(),
        hint="The gap is on e1. Push a cube in there, or push the whole row along from a1.",
        wrong="There are not five in a line yet. The gap is on e1, on the edge.",
        done="Five in a line: you have won.",
        solution=("e1a1",),
    ),
    Exercise(
        name="inside",
        title="Nothing from the inside",
        text="Only cubes on the edge can be taken, and only there can one be put. Your column "
        "c has its gap on c3, inside. Slide a cross into it.",
        position="..X.O/..X.O/.X.../..X.O/O.X.. X",
        goal=Wins(),
        hint="The cross on b3 stands beside the gap. Which push moves row 3 to the right?",
        wrong="The gap on c3 is still there. Push row 3 to the right, so that b3 slides into it.",
        done="The line need not hold the cube that you pushed in.",
        solution=("e3a3",),
    ),
    Exercise(
        name="own",
        title="Your own cubes",
        text="You may take a blank cube or one of yours, never one of your opponent's. Row 5 "
        "has no blank cube left. Complete column a all the same.",
        position="OOOOX/X..../X..../X..../X.... X",
        goal=Wins(),
        hint="Your cross on e5 can be taken again. Push it in at a5.",
        wrong="The top cube of column a is still missing. Only a cube from row 5 can be pushed in "
        "there without moving the column.",
        done="A cube of yours can be taken and pushed in as often as you like.",
        solution=("e5a5",),
    ),
    Exercise(
        name="both",
        title="Both lines at once",
        text="If your push makes a line for your opponent, you lose, even if it makes one for "
        "you too. Complete column a, and leave column c alone.",
        position="X.O../X.O../.O.../X.O../X.O.. X",
        goal=Wins(),
        hint="The blank cube on a3 can be taken, and pushed in at an end of column a.",
        wrong="You have not won yet. Only the middle of column a is missing.",
        mistakes=(
            Mistake(
                Loses(),
                "That made both lines: the circle on b3 slid into column c, so your opponent wins.",
            ),
        ),
        done="Look at every line that your push moves, not at yours alone.",
        solution=("a3a1",),
    ),
    Exercise(
        name="stop",
        title="Stop a line",
        text="Your opponent needs one more push for a line in row 1. You can't win yet: stop it.",
        position="...../..X../...X./X..../OOOO. X",
        goal=Holds(),
        hint="Push a cross into row 1 from above: take the top cube of a column, and push it "
        "in at the bottom.",
        wrong="Your opponent can still complete row 1. Put a cross into it.",
        done="A cross inside the row breaks it: your opponent can't take it away.",
        solution=("c5c1",),
    ),
    Exercise(
        name="dots",
        title="Four players: dots",
        text="North and South play crosses, East and West circles. The dot of a cross points "
        "to North or to South, and only that player may take it. You are North: take your "
        "cross on b5, and choose whom its dot points to.",
        position=".N.E./...../...../...../.S.W. N",
        players=4,
        goal=Plays("b5.*"),
        hint="Touch b5, then an end of its row or column, then North or South.",
        wrong="You took a blank cube. That is allowed, but take the cross that points to you.",
        done="The cross on b1 points to South: only your partner may take it.",
        solution=("b5a5S",),
    ),
    Exercise(
        name="team",
        title="Four players: one line for both",
        text="For lines the dots do not matter: crosses are crosses. Complete a line for your "
        "team.",
        position="...E./W..../..E../....W/SNNS. N",
        players=4,
        goal=Wins(),
        hint="Row 1 has four crosses. Its gap is on e1.",
        wrong="Your team has no line yet. e1 is missing from row 1.",
        done="A line wins for both partners.",
        solution=("e1a1N",),
    ),
)
