"""A program at the terminal that reads one line after another: commands, or what else is typed."""

from cmd import Cmd

from rich.console import Console

from cubarium.cli.signals import INTERRUPTED

ALIASES = {"exit": "quit", "q": "quit", "h": "help", "?": "help"}


class Repl(Cmd):
    """`run` goes on until a command returns True, or somebody leaves. A method `do_WORD` is the
    command WORD; everything else that is typed goes to `default`. Tab completes."""

    def __init__(self, out: Console, *, ascii_only: bool) -> None:
        super().__init__()
        self.out = out
        self.ascii_only = ascii_only

    def run(self) -> int:
        """The exit code."""
        try:
            self.cmdloop()
        except EOFError:
            self.out.print()
        except KeyboardInterrupt:
            self.out.print()
            return INTERRUPTED
        return 0

    def say(self, text: str) -> None:
        """Print a line as it is."""
        self.out.print(text, markup=False)

    def say_ongoing(self, text: str) -> None:
        """Print a line about something that takes a while."""
        self.say(f"{text} {'...' if self.ascii_only else '…'}")

    def ask(self, question: str) -> bool:
        """Ask until the answer is yes or no."""
        while True:
            answer = input(f"{question} (y/n) ").strip().lower()
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")

    def help_text(self) -> str:
        """What can be typed, a line each."""
        raise NotImplementedError

    def do_help(self, arg: str) -> None:
        """List what can be typed."""
        del arg
        self.say(self.help_text())

    def do_quit(self, arg: str) -> bool:
        """Leave."""
        del arg
        return True

    def do_eof(self, arg: str) -> bool:
        """The input has ended."""
        del arg
        self.out.print()
        return True

    def emptyline(self) -> bool:
        """Nothing was typed: nothing happens."""
        return False

    def parseline(self, line: str) -> tuple[str | None, str | None, str]:
        """The command in any case, what follows it, and the whole line."""
        line = line.strip()
        word, _, rest = line.partition(" ")
        return ALIASES.get(word.lower(), word.lower()), rest.strip(), line

    def onecmd(self, line: str) -> bool:
        """An error in a command is one sentence, and changes nothing."""
        try:
            return bool(super().onecmd(line))
        except (ValueError, OSError) as error:
            sentence = str(error)
            self.say(f"{sentence[:1].upper()}{sentence[1:]}.")
            return False
