/** A table with all its choices. */
import { useEffect, useState } from "preact/hooks";
import { type Key, t } from "../i18n";
import type { GameEntry, NewTable } from "../net/types";
import { remember, settings } from "../state/settings";
import { Link } from "../parts/Link";
import { Skeleton } from "../parts/Skeleton";
import { Failed, Nowhere } from "../parts/Trouble";
import { open, playersOf } from "./newTable";
import { useGame } from "./useGame";

type Clock = NonNullable<NewTable["clock"]>;
const CLOCKS: readonly (readonly [Key, Clock])[] = [
  ["new.clock.none", { kind: "none" }],
  ["new.clock.3", { kind: "live", base: 180, increment: 2 }],
  ["new.clock.10", { kind: "live", base: 600, increment: 5 }],
  ["new.clock.30", { kind: "live", base: 1800, increment: 10 }],
  ["new.clock.1d", { kind: "days", days: 1 }],
  ["new.clock.3d", { kind: "days", days: 3 }],
];

export function New({ name }: { name: string }) {
  const game = useGame(name);
  useEffect(() => {
    if (game !== null && typeof game === "object")
      document.title = `${t("new.title", { game: game.title })} · ${t("app.name")}`;
  }, [game]);
  if (game === "none") return <Nowhere />;
  if (game === null || game === "failed")
    return (
      <main class="page" id="main" aria-busy={!game}>
        {game === "failed" ? <Failed /> : <Skeleton />}
      </main>
    );
  return <Form game={game} />;
}

/** Is there nothing to choose but yes or no? */
const isSwitch = ({ choices }: GameEntry["options"][number], players: number): boolean =>
  choices[players]?.every((choice) => choice === "true" || choice === "false") ?? false;

function Form({ game }: { game: GameEntry }) {
  const [players, setPlayers] = useState(playersOf(game));
  const [seats, setSeats] = useState<readonly string[]>(["me", "friend", "friend", "friend"]);
  const [order, setOrder] = useState<"chosen" | "drawn" | "rotated">("rotated");
  const [clock, setClock] = useState(0);
  const [flags, setFlags] = useState({ public: false, takebacks: true, conferring: true, chat: true });
  const [options, setOptions] = useState<Readonly<Record<string, string>>>({});
  const table = game.tables.find((one) => one.players === players);
  const inTeams = new Set(table?.seats.map(({ team }) => team)).size < players;
  const shown = game.options.filter(({ choices }) => (choices[players]?.length ?? 0) > 1);
  const submit = (event: Event) => {
    event.preventDefault();
    const wanted = Object.fromEntries(shown.flatMap(({ name }) => (options[name] ? [[name, options[name]]] : [])));
    void open({
      game: game.name,
      players,
      seats: seats.slice(0, players),
      order,
      clock: CLOCKS[clock]![1],
      options: wanted as Record<string, string>,
      ...flags,
    });
  };
  return (
    <main class="page" id="main">
      <Link to="/">{t("act.home")}</Link>
      <h1>{t("new.title", { game: game.title })}</h1>
      <form class="panel form" onSubmit={submit}>
        <label>
          {t("new.name")}
          <input maxLength={30} value={settings.value.name} onInput={({ currentTarget }) => remember({ name: currentTarget.value })} />
        </label>
        <label>
          {t("new.players")}
          <select value={String(players)} onChange={({ currentTarget }) => setPlayers(Number(currentTarget.value))}>
            {game.players.map((count) => (
              <option key={count} value={count}>{t("home.players", { count })}</option>
            ))}
          </select>
        </label>
        {table?.seats.map(({ seat, name }) => (
          <label key={seat}>
            {t("new.seat", { seat: name })}
            <select
              value={seats[seat] ?? "friend"}
              onChange={({ currentTarget }) => setSeats(seats.map((who, at) => (at === seat ? currentTarget.value : who)))}
            >
              <option value="me">{t("new.me")}</option>
              <option value="friend">{t("new.friend")}</option>
              <option value="device">{t("new.device")}</option>
              {Array.from({ length: 8 }, (_, at) => (
                <option key={at} value={`level${at + 1}`}>{t("new.engine", { level: at + 1 })}</option>
              ))}
            </select>
          </label>
        ))}
        <label>
          {t("new.order")}
          <select value={order} onChange={({ currentTarget }) => setOrder(currentTarget.value as typeof order)}>
            {(["rotated", "drawn", "chosen"] as const).map((one) => (
              <option key={one} value={one}>{t(`new.order.${one}`)}</option>
            ))}
          </select>
        </label>
        {shown.filter((option) => !isSwitch(option, players)).map((option) => (
          <label key={option.name}>
            {option.help}
            <select
              value={options[option.name] ?? option.default}
              onChange={({ currentTarget }) => setOptions({ ...options, [option.name]: currentTarget.value })}
            >
              {option.choices[players]?.map((choice) => <option key={choice}>{choice}</option>)}
            </select>
          </label>
        ))}
        <label>
          {t("new.clock")}
          <select value={String(clock)} onChange={({ currentTarget }) => setClock(Number(currentTarget.value))}>
            {CLOCKS.map(([key], at) => (
              <option key={key} value={at}>{t(key)}</option>
            ))}
          </select>
        </label>
        {shown.filter((option) => isSwitch(option, players)).map(({ name, help, default: usual }) => (
          <label class="check" key={name}>
            <input
              type="checkbox"
              checked={(options[name] ?? usual) === "true"}
              onChange={({ currentTarget }) => setOptions({ ...options, [name]: String(currentTarget.checked) })}
            />
            {help}
          </label>
        ))}
        {(["public", "takebacks", "chat", "conferring"] as const)
          .filter((flag) => flag !== "conferring" || inTeams)
          .map((flag) => (
            <label class="check" key={flag}>
              <input type="checkbox" checked={flags[flag]} onChange={({ currentTarget }) => setFlags({ ...flags, [flag]: currentTarget.checked })} />
              {t(`new.${flag}`)}
            </label>
          ))}
        <button type="submit" class="main">{t("new.go")}</button>
      </form>
    </main>
  );
}
