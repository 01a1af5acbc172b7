/** A table: found, joined, shown. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { api, ApiError } from "../net/api";
import { socket } from "../net/socket";
import type { Catalogue } from "../net/types";
import { say } from "../parts/Toast";
import { Nowhere } from "../parts/Trouble";
import { go } from "../state/route";
import { TableModel } from "../state/table";
import { Play } from "./table/Play";

/** Milliseconds between two tries when the server can't be reached. */
const AGAIN = 1000;

interface Props {
  readonly id: string;
  /** The key of a private link: it opens a seat on this device. */
  readonly access: { seat: number; token: string } | null;
}

export function Table({ id, access }: Props) {
  const [model, setModel] = useState<TableModel | null>(null);
  const [games, setGames] = useState<Catalogue | null>(null);
  useEffect(() => {
    let made: TableModel | null = null;
    let gone = false;
    const begin = async () => {
      if (access) {
        try {
          await api.resume(id, access.seat, access.token);
          socket.renew();
        } catch (error) {
          if (error instanceof ApiError) say(error.message);
          else throw error;
        }
        go(`/t/${id}`, { replace: true });
      }
      if (gone) return;
      made = new TableModel(id);
      setModel(made);
      while (!gone) {
        try {
          setGames(await api.games());
          return;
        } catch {
          await new Promise((resolve) => setTimeout(resolve, AGAIN));
        }
      }
    };
    void begin();
    return () => {
      gone = true;
      made?.leave();
    };
  }, [id]);
  if (model?.missing.value) {
    return <Nowhere title={t("net.missing")}>{t("net.missing.text")}</Nowhere>;
  }
  const now = model?.now.value;
  const game = games?.games.find(({ name }) => name === now?.configuration.game);
  if (!model || !now || !game || !games) {
    return (
      <main class="table loading" id="main" aria-busy="true">
        <div class="skeleton board-skeleton">
          <span class="sr">{t("page.loading")}</span>
        </div>
      </main>
    );
  }
  return <Play model={model} now={now} game={game} games={games} />;
}
