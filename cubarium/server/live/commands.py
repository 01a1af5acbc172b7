"""One command after another at each table: judged by the session, written, acknowledged, told."""

from collections.abc import Callable
from functools import partial

from cubarium.core.errors import CubariumError, IllegalMove
from cubarium.core.turn import Seat
from cubarium.match.chat import ChatLine
from cubarium.match.commands import AnyCommand, FillSeat
from cubarium.match.events import Muted, Rematched, Said, Seated, SocialEvent, Stood
from cubarium.match.revision import Revision
from cubarium.match.session import Applied
from cubarium.server.errors import ApiError, api_error, illegal_move
from cubarium.server.identity import Actor
from cubarium.server.live import broadcast
from cubarium.server.live.registry import Registry
from cubarium.server.live.table import Table
from cubarium.server.live.table_factory import rematch_change
from cubarium.server.metrics import Metrics
from cubarium.store import repository
from cubarium.store.repository import SpokenLine
from cubarium.store.writer import Change


class Commands:
    """Carries out the commands of all tables."""

    def __init__(self, registry: Registry, metrics: Metrics) -> None:
        self._registry = registry
        self._metrics = metrics

    async def execute(
        self,
        table: Table,
        actor: Actor,
        command: AnyCommand,
        acknowledge: Callable[[Revision], None],
    ) -> None:
        """Carry out a command. Whoever sent it is told the revision of its event before anybody
        else hears of it, and the same revision whenever the command comes again. It is finished
        even if the sender has gone. Raises ApiError."""
        registry = self._registry
        work = partial(self._execute, table, actor, command, acknowledge)
        try:
            with self._metrics.command_seconds.time():
                try:
                    await registry.background.finish(registry.change(table, work))
                except ApiError:
                    is_gone = registry.tables.get(table.id) is not table
                    if is_gone or not await registry.refresh(table):
                        raise
                    # it was judged by what was true before another process changed the table
                    await registry.background.finish(registry.change(table, work))
        except ApiError as error:
            self._metrics.refusals.labels(error.body.code).inc()
            raise
        self._metrics.commands.labels(command.type).inc()

    async def _execute(
        self,
        table: Table,
        actor: Actor,
        command: AnyCommand,
        acknowledge: Callable[[Revision], None],
    ) -> None:
        registry = self._registry
        holds = table.held_by(actor)
        known = table.known_revision(actor, holds, command)
        if known is not None:
            acknowledge(known)
            return
        if isinstance(command, FillSeat):
            registry.check_engines(actor)
        now, downtimes = registry.clock.now(), registry.clock.uncharged(table)
        context = table.context(
            actor, holds, now, downtimes, registry.clock.away(table), registry.rng
        )
        try:
            applied = table.session.apply(command, context)
        except IllegalMove as error:
            raise illegal_move(table.game, error) from error
        except CubariumError as error:
            raise api_error(error) from error
        if applied.social is not None:
            await self._commit_social(table, applied, applied.social, command.id)
            acknowledge(table.session.revision)
            if isinstance(applied.social, Said):
                broadcast.send_chat_line(table, table.chat[-1])
            return
        changes, effects = self._belongings(table, actor, applied, command.id)
        await registry.write(table, applied, changes)
        for effect in effects:
            effect()
        acknowledge(applied.entries[0].revision)
        registry.announce(table, len(applied.entries))

    def _belongings(
        self, table: Table, actor: Actor, applied: Applied, name: str
    ) -> tuple[list[Change], list[Callable[[], None]]]:
        """What is written with the events, and what is done in memory once they are written: a
        seat gets a key or loses its keys, a rematch makes a table."""
        now, rng = self._registry.clock.now(), self._registry.rng
        seated = table.session.match.seated
        changes: list[Change] = []
        effects: list[Callable[[], None]] = []
        for entry in applied.entries:
            event = entry.event
            if isinstance(event, Seated) and not event.engine and event.seat not in seated:
                seat, key = event.seat, actor.digests[0]
                changes.append(partial(repository.add_key, table=table.id, seat=seat, digest=key))
                effects.append(partial(self._seat_taken, table, seat, actor))
            elif isinstance(event, Stood):
                changes.append(partial(repository.free_seat, table=table.id, seat=event.seat))
                changes.append(
                    partial(
                        repository.add_departures,
                        table=table.id,
                        digests=actor.digests,
                        command=name,
                        revision=entry.revision,
                    )
                )
                left = {(key, name): entry.revision for key in actor.digests}
                effects.append(partial(table.departures.update, left))
                effects.append(partial(table.stand, event.seat))
            elif isinstance(event, Rematched):
                changes.append(rematch_change(table, event.table, now, rng))
        return changes, effects

    def _seat_taken(self, table: Table, seat: Seat, actor: Actor) -> None:
        table.sit(seat, actor.digests[0])
        self._registry.returned(table, [seat], actor)

    async def _commit_social(
        self, table: Table, applied: Applied, event: SocialEvent, command_id: str
    ) -> None:
        """Write what happens beside the game. The log, and so the revision, stays as it is."""
        session, write = applied.session, self._registry.write_change
        if isinstance(event, Muted):
            await write(table, partial(repository.set_mute, table=table.id, event=event))
            table.session = session
            return
        guest = bytes.fromhex(event.guest)
        line = ChatLine(
            number=session.chat.lines,
            room=event.room,
            seat=event.seat,
            text=event.text,
            at=self._registry.clock.now(),
            name=event.name,
            speaker=repository.spectator_mark(table.id, guest),
        )
        spoken = SpokenLine(line, guest, command_id, session.revision)
        teams = table.game.teams
        change = partial(repository.add_chat_line, table=table.id, spoken=spoken, teams=teams)
        await write(table, change)
        table.session = session
        table.add_chat_line(line)
        table.commands[event.speaker, command_id] = session.revision
