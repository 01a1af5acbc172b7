"""Rubik's Cage, learnt by doing."""

from cubarium.core.course import Course, Exercise, Holds, Loses, Mistake, Stands, Wins

COURSE: Course = (
    Exercise(
        name="drop",
        title="Drop a cube",
        text="You play red, blue and yellow. Choose the red cube, then the column b1, in the "
        "middle of the south side. It falls to the bottom.",
        goal=Stands({"b11": "R"}),
        hint="Touch the red cube beside the board, then the column b1.",
        wrong="A legal turn, but not the one asked for. Drop a red cube into column b1.",
        done="There are eight columns of three places; the middle one is closed.",
        solution=("Rb1",),
    ),
    Exercise(
        name="line",
        title="Three in a row",
        text="Three cubes of one of your colours in a row on a side win: level, upright or "
        "diagonal. Complete a line of red cubes.",
        position="...|...|.../.#.|.#.|.#./R.G|R..|... RBY",
        goal=Wins(),
        hint="Two red cubes stand on top of each other in column a1.",
        wrong="There are not three red cubes in a row yet. Look at column a1.",
        done="An upright line. All three must be of the same colour.",
        solution=("Ra1",),
    ),
    Exercise(
        name="diagonal",
        title="Diagonals",
        text="Diagonals count on each of the four sides. Where does a red cube come to rest so "
        "that it completes one?",
        position="...|...|.../.#.|.#.|.#./RGO|.RG|... RBY",
        goal=Wins(),
        hint="Red is on the bottom at a1 and on the second layer at b1. Column c1 has two cubes.",
        wrong="That is no diagonal. The third red cube must come to rest on the top layer of c1.",
        done="Cubes fall, so the height of a column decides where yours will be.",
        solution=("Rc1",),
    ),
    Exercise(
        name="twist",
        title="Turn a layer",
        text="Instead of dropping a cube you may turn one layer by a quarter. Column a1 has red "
        "at the bottom and at the top. Turn the middle layer so that its red cube comes between "
        "them.",
        position="...|...|.../.#.|.#.|.#./R.B|O.R|R.G RBY",
        goal=Wins(),
        hint="The red cube of the middle layer is on c1. Clockwise, seen from above, c1 goes "
        "to a1.",
        wrong="The red cubes are not in a row. Turn the middle layer, and mind the direction.",
        done="Clockwise a corner goes to the next corner, and so do the places between them.",
        solution=("2+",),
    ),
    Exercise(
        name="gravity",
        title="What has nothing below it falls",
        text="After a turn every cube with nothing below it falls. All your red cubes are in "
        "the cage. Make a line by letting one fall.",
        position="...|...|.../R#G|.#R|.#./R.R|...|... RBY",
        goal=Wins(),
        hint="The red cube on c2 stands on a green one. Carry it over the gap at b1.",
        wrong="The gap at b1, between two red cubes, is not filled. Carry a red cube over it.",
        done="Lines are judged once, when every cube has come to rest.",
        solution=("2+",),
    ),
    Exercise(
        name="flip",
        title="Flip the cage",
        text="You may also flip the whole cage: what was at the top is then at the bottom, and "
        "everything falls again. The top cubes of three columns are red.",
        position="...|...|.../.#.|.#.|.#./GRO|R.W|..R RBY",
        goal=Wins(),
        hint="Flipped, the top cube of each column lies at the bottom.",
        wrong="The red cubes are at different heights. Upside down they would be level.",
        done="A flip turns every column upside down; files a and c change places.",
        solution=("F",),
    ),
    Exercise(
        name="reverse",
        title="No undoing",
        text="Your opponent has just turned the middle layer. You may not turn it straight "
        "back, though that would win. Find another way.",
        position="...|...|.../.#B|.#.|.#./R.B|O.R|R.G RBY 2+",
        goal=Wins(),
        hint="Two blue cubes lie side by side on the east side, at c1 and c2.",
        wrong="You have not won yet. Look at your blue cubes on the east side.",
        done="Only the exact reverse is forbidden, and only for one turn.",
        solution=("Bc3",),
    ),
    Exercise(
        name="stop",
        title="Stop a line",
        text="Your opponent has two green cubes on top of each other in column a1. Don't let "
        "them make it three.",
        position="R..|...|.../.#.|.#.|.#./G..|G..|... RBY",
        goal=Holds(),
        hint="Put a cube of yours on top of them.",
        wrong="Green can still be completed in one turn: by a drop, or by turning a layer.",
        done="Careful: a turn can make lines too, even for your opponent. Whoever has the line "
        "wins.",
        solution=("Ba1",),
    ),
    Exercise(
        name="others",
        title="Three players",
        text="With three players you have two colours. Your turn may complete a line for "
        "somebody else, and then that player wins: flip the cage here, and orange has one. Win "
        "yourself.",
        position="BOR|O.O|.../.#.|.#.|.#./RYB|Y.Y|B.R RB",
        players=3,
        goal=Wins(),
        hint="Look at the diagonals of the south side: for red and for blue only the middle of "
        "one is missing.",
        wrong="You have no line yet.",
        mistakes=(Mistake(Loses(), "You completed a line for another player, who has won by it."),),
        done="If one turn makes lines for several, yours comes first, then turn order decides.",
        solution=("Rb1",),
    ),
)
