/** The link of a table: for friends, and a private one for another device. */
import qrcode from "qrcode-generator";
import { useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api, ApiError } from "../../net/api";
import { newId, socket } from "../../net/socket";
import type { Command } from "../../net/types";
import { Dialog } from "../../parts/Dialog";
import { say } from "../../parts/Toast";
import { remember, settings } from "../../state/settings";
import { sign } from "./people";
import { type TableProps, command } from "./Play";

export function Invite({ now, onClose }: TableProps & { onClose: () => void }) {
  const [own, setOwn] = useState<string | null>(null);
  const link = `${location.origin}/t/${now.table}`;
  const mine = now.you.holds[0];
  const another = async () => {
    try {
      const { seat, token } = await api.token(now.table, mine ?? 0);
      setOwn(`${link}#seat=${seat}.${token}`);
    } catch (error) {
      if (error instanceof ApiError) say(error.message);
      else throw error;
    }
  };
  return (
    <Dialog title={t("invite.title")} onClose={onClose}>
      <p>{t("invite.text")}</p>
      <LinkBox link={link} />
      {mine !== undefined &&
        (own ? (
          <>
            <p>{t("invite.private")}</p>
            <LinkBox link={own} />
          </>
        ) : (
          <button type="button" class="quiet" onClick={() => void another()}>
            {t("act.device")}
          </button>
        ))}
    </Dialog>
  );
}

function LinkBox({ link }: { link: string }) {
  const [copied, setCopied] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const code = qrcode(0, "M");
  code.addData(link);
  code.make();
  const count = code.getModuleCount();
  const squares: string[] = [];
  for (let y = 0; y < count; y++)
    for (let x = 0; x < count; x++) if (code.isDark(y, x)) squares.push(`M${x} ${y}h1v1h-1z`);
  return (
    <div class="link-box">
      <svg class="qr" viewBox={`-2 -2 ${count + 4} ${count + 4}`} role="img" aria-label={link}>
        <rect x="-2" y="-2" width={count + 4} height={count + 4} />
        <path d={squares.join("")} />
      </svg>
      <input ref={input} readOnly value={link} aria-label={t("act.copy")} onFocus={({ currentTarget }) => currentTarget.select()} />
      <div class="buttons">
        <button
          type="button"
          class="main"
          onClick={() => {
            void copy(link, input.current).then(setCopied);
          }}
        >
          {copied ? t("act.copied") : t("act.copy")}
        </button>
        {"share" in navigator && (
          <button type="button" onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>
            {t("act.share")}
          </button>
        )}
      </div>
    </div>
  );
}

/** Sit down, over HTTP: so a browser gets its cookie, which the socket then shows. */
async function sit(table: string, seat: number): Promise<void> {
  const name = settings.value.name.trim();
  try {
    await api.command(table, { type: "sit", id: newId(), seat, ...(name ? { name } : {}) } as Command);
    socket.renew();
  } catch (error) {
    if (error instanceof ApiError) say(error.message);
    else throw error;
  }
}

/** Copy a text; without https browsers lend no clipboard, then the old way must do. */
async function copy(text: string, input: HTMLInputElement | null): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // not allowed: try the other way
  }
  input?.select();
  return document.execCommand("copy");
}

/** A table with free seats: take one, invite somebody, or let the computer play. */
export function Sit({ model, now, game, onInvite }: TableProps & { onInvite: () => void }) {
  const free = now.seats.filter(({ name }) => name === null);
  const seated = now.you.holds.length > 0;
  return (
    <section class="sit panel">
      {!seated && (
        <label>
          {t("new.name")}
          <input maxLength={30} value={settings.value.name} onInput={({ currentTarget }) => remember({ name: currentTarget.value })} />
        </label>
      )}
      {seated && (
        <button type="button" class="main" onClick={onInvite}>
          {t("act.invite")}
        </button>
      )}
      {free.map(({ seat }) => (
        <div class="free" key={seat}>
          <b>{t("new.seat", { seat: sign(game, now, seat) })}</b>
          {seated ? (
            <button
              type="button"
              onClick={() => void command(model, { type: "fill", seat, engine: `level${settings.value.level}` })}
            >
              {t("act.fill")}
            </button>
          ) : (
            <button
              type="button"
              class="main"
              onClick={() => {
                void sit(now.table, seat);
              }}
            >
              {t("act.sit")}
            </button>
          )}
        </div>
      ))}
    </section>
  );
}
