"""Jobs of engine seats and their answers as JSON, both ways, for workers on other machines."""

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from cubarium import __version__, catalog
from cubarium.core.errors import CubariumError
from cubarium.core.info import GameInfo
from cubarium.engines.hosted_programs import hosted_programs
from cubarium.engines.jobs import AnyAnswer, SeatJob
from cubarium.engines.story_text import StoryText, read_story, write_story
from cubarium.engines.wire import AnswerKind
from cubarium.schema.model import RequestModel

FORMAT: Final = 1
"""The version of these texts."""
MAX_BYTES: Final = 256 * 1024
"""Of a job, or of an answer."""
MAX_SEED: Final = 2**63 - 1

T = TypeVar("T")

Name: TypeAlias = Annotated[str, Field(max_length=64)]
JobKinds: TypeAlias = Mapping[str, type[SeatJob[AnyAnswer]]]


class JobText(RequestModel):
    """A job."""

    kind: Name
    game: Name
    rules: int
    players: Annotated[int, Field(ge=1, le=8)]
    options: Annotated[dict[Name, Annotated[str, Field(max_length=500)]], Field(max_length=32)]
    story: StoryText
    engine: Name
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)]


class AnswerText(RequestModel):
    """What became of a job. `why`: in words, if there is no answer."""

    kind: AnswerKind
    answer: AnyAnswer = None
    why: Annotated[str, Field(max_length=8_000)] = ""


def write_job(job: SeatJob[AnyAnswer]) -> str:
    """Write a job as JSON."""
    spec = job.spec
    return JobText(
        kind=job.kind,
        game=spec.info.name,
        rules=spec.info.rules_version,
        players=spec.players,
        options=spec.option_texts(),
        story=write_story(catalog.game(spec), job.story),
        engine=job.engine,
        seed=job.seed,
    ).model_dump_json()


def read_job(text: str, kinds: JobKinds) -> SeatJob[AnyAnswer]:
    """Read a job. Raises CubariumError if this version does not know what it asks for."""
    try:
        found = JobText.model_validate_json(_bounded(text))
    except ValidationError as error:
        raise CubariumError(f"a job of another form: {_first(error)}") from None
    if found.kind not in kinds:
        raise CubariumError(f"an unknown kind of job: {found.kind!r}")
    info = catalog.info(found.game)
    if info.rules_version != found.rules:
        raise CubariumError(f"version {found.rules} of the rules of {info.title} is not known here")
    spec = info.spec(found.players, found.options)
    story = read_story(catalog.game(spec), found.story)
    return kinds[found.kind](spec, story, found.engine, found.seed)


def write_answer(kind: AnswerKind, answer: object = None, why: str = "") -> str:
    """Write what became of a job as JSON."""
    return AnswerText(kind=kind, answer=answer, why=why[-8_000:]).model_dump_json()


def read_answer(text: str, job: SeatJob[T]) -> T:
    """Read the answer to a job. Raises CubariumError if there is none, or none that fits."""
    try:
        found = AnswerText.model_validate_json(_bounded(text))
        if found.kind is not AnswerKind.DONE:
            raise CubariumError(f"{found.kind}: {found.why}")
        answer: T = TypeAdapter[T](job.answer).validate_python(found.answer)
    except ValidationError as error:
        raise CubariumError(f"an answer of another form: {_first(error)}") from None
    job.check(answer)
    return answer


def _bounded(text: str) -> str:
    if len(text) > MAX_BYTES:
        raise CubariumError(f"expected at most {MAX_BYTES} bytes; not {len(text)}")
    return text


def _first(error: ValidationError) -> str:
    """Where it is wrong, and why; what stands there is not told."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    return f"{'.'.join(map(str, first['loc'])) or 'the text'}: {first['msg']}"


def needs_of(job: SeatJob[AnyAnswer]) -> str:
    """Name what a worker must offer to do a job: the versions of engine and rules, and the foreign
    program if one is to play. Workers of another version never see it."""
    hosted = job.engine if job.engine in hosted_programs() else ""
    return _offer(job.spec.info, hosted)


def list_offers() -> list[str]:
    """List all that this machine can do."""
    games = [catalog.info(name) for name in catalog.names()]
    return [_offer(info, hosted) for info in games for hosted in ("", *hosted_programs())]


def _offer(info: GameInfo, hosted: str) -> str:
    return f"{FORMAT}/{__version__}/{info.name}/{info.rules_version}/{hosted}"
