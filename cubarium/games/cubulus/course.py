"""Cubulus, learnt by doing."""

from cubarium.core.course import (
    Course,
    Every,
    Exercise,
    Holds,
    Loses,
    Mistake,
    Plays,
    Stands,
    Wins,
)

COURSE: Course = (
    Exercise(
        name="put",
        title="Put in a ball",
        text="You play red. A ball goes into any free place on the outside, and stays there. "
        "Put one on a11, in the corner of the bottom layer.",
        players=3,
        goal=Stands({"a11": "R"}),
        hint="The bottom layer is the last one on the flat board; a11 is its corner at the "
        "bottom left.",
        wrong="That was a good turn, but another place. Put your ball on a11.",
        done="A place is named by its file, its rank and its layer.",
        solution=("a11",),
    ),
    Exercise(
        name="squeeze",
        title="Squeeze in",
        text="Where a ball is already, yours pushes it on along a row, up to the first gap. "
        "Take the corner a11 from blue, and push the blue ball to b11.",
        position="...|...|.../...|...|.../B.Y|...|... R",
        players=3,
        goal=Stands({"a11": "R", "b11": "B"}),
        hint="Touch a11, then the way to push: west to east.",
        wrong="The red ball should be on a11 and the blue one on b11. Push along the row from "
        "west to east.",
        done="You push one or two balls up to the first gap. No ball may leave the cage, so a "
        "full row can't be pushed into.",
        solution=("a11x",),
    ),
    Exercise(
        name="square",
        title="Four in a square",
        text="Four of your balls in a square on one of the six sides win. Three touch already "
        "on the south side: complete the small square.",
        position="...|...|B../...|...|.Y./R..|R..|RRB R",
        players=3,
        goal=Wins(),
        hint="On the south side red has a12, a13 and b13. Which place makes a square with them?",
        wrong="There is no square yet. The fourth place is b12, on the south side.",
        done="A small square is four balls that touch, on one side.",
        solution=("b12",),
    ),
    Exercise(
        name="corners",
        title="Four corners",
        text="The four corners of a side are a square too. Red has three corners of the bottom "
        "side.",
        position="R.R|...|B../...|.Y.|.../R..|B.Y|... R",
        players=3,
        goal=Wins(),
        hint="Which corner of the bottom layer is free?",
        wrong="One corner of the bottom layer is still free.",
        done="Corners of a side count as a square, though they do not touch.",
        solution=("c11",),
    ),
    Exercise(
        name="edges",
        title="Four edge centres",
        text="The third kind of square: the four middles of the edges of a side. Complete them "
        "at the bottom.",
        position=".R.|...|B../R..|.Y.|.../.R.|B.Y|... R",
        players=3,
        goal=Wins(),
        hint="Red is on a21, b11 and b31. One middle is missing.",
        wrong="The middle of the east edge of the bottom layer is still free.",
        done="Small squares, corners, edge centres: six squares on each side.",
        solution=("c21",),
    ),
    Exercise(
        name="row",
        title="Turn a full row",
        text="If a row has three balls, you may push at one of its ends: the ball that comes "
        "out at the far end goes in at the free place, so the row turns by one. Turn a row, "
        "and win.",
        position="...|...|B.Y/RR.|...|.../RBR|..Y|... R",
        players=3,
        goal=Every((Wins(), Plays("@.*"))),
        hint="The row from a11 to c11 holds red, blue, red. Where must the blue ball go?",
        wrong="Turn the row from a11 to c11, so that red comes to a11 and b11.",
        mistakes=(Mistake(Wins(), "That wins too, but turn the full row this time."),),
        done="The row need not hold a ball of yours.",
        solution=("@a11x",),
    ),
    Exercise(
        name="reverse",
        title="No turning back",
        text="The player before you has just turned the row from c11. You may not push the "
        "same row from its other end now, though that would win. Find another way.",
        position="...|...|B.Y/RR.|...|.../RBR|..Y|... R @a11x",
        players=3,
        goal=Wins(),
        hint="Push the blue ball out of the bottom layer: from b11, upwards.",
        wrong="The blue ball on b11 is still in the way.",
        done="Only the exact reverse is forbidden, and only for one turn.",
        solution=("b11z",),
    ),
    Exercise(
        name="given",
        title="Not for others",
        text="With two players the yellow balls are nobody's. If your move makes a square for "
        "your opponent, they win, even if you make one too. Complete your square on the west "
        "side, and none of theirs.",
        position="R..|YYY|R../.BB|YYY|.../B.B|YYY|R.. R",
        goal=Wins(),
        hint="Your corner is a11, where a blue ball lies. There are two ways to push it out.",
        wrong="You have no square yet. The corner a11 is missing.",
        mistakes=(
            Mistake(
                Loses(),
                "You made a square, but the blue ball that you pushed completed one for your "
                "opponent.",
            ),
        ),
        done="Look where the balls go that you push.",
        solution=("a11y",),
    ),
    Exercise(
        name="stop",
        title="Stop a square",
        text="Blue has three corners of the bottom side. You can't win yet: stop blue.",
        position="B.B|...|.../...|R..|.Y./B..|.Y.|..R R",
        players=3,
        goal=Holds(),
        hint="Taking the free corner is not enough: blue can push in there. Push a blue ball "
        "out of its own corner.",
        wrong="Blue can still complete the four corners. A ball on a free corner can be pushed "
        "away.",
        done="A ball that can be pushed on is no wall.",
        solution=("a11y",),
    ),
)
