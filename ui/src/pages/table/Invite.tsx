/** The link of a table: for friends, and a private one for another device. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api, ApiError } from "../../net/api";
import { siteAddress } from "../../net/site";
import { newId, socket } from "../../net/socket";
import type { Addresses, Command } from "../../net/types";
import { Dialog } from "../../parts/Dialog";
import { say } from "../../parts/Toast";
import { remember, settings } from "../../state/settings";
import { nameOf, sign } from "./people";
import { type TableProps, command } from "./Play";
import { QrCode } from "./QrCode";

export function Invite({ now, onClose, ...props }: TableProps & { onClose: () => void }) {
  const [own, setOwn] = useState<string | null>(null);
  const known = useAddresses();
  const mine = now.you.holds[0];
  const path = `/t/${now.table}`;
  const another = async () => {
    try {
      const { seat, token } = await api.token(now.table, mine ?? 0);
      setOwn(`${path}#seat=${seat}.${token}`);
    } catch (error) {
      if (error instanceof ApiError) say(error.message);
      else throw error;
    }
  };
  return (
    <Dialog title={t("invite.title")} onClose={onClose}>
      {mine !== undefined && now.status === "open" && <OwnName {...props} now={now} seat={mine} />}
      {known && (
        <>
          <p>{t(now.status === "open" ? "invite.text" : "invite.watch")}</p>
          {known.addresses.length === 0 && <HereAlone command={known.command} />}
          <LinkBox path={path} origins={known.addresses} label={t("invite.link")} />
          {mine !== undefined &&
            (own ? (
              <>
                <p>{t("invite.private")}</p>
                <LinkBox path={own} origins={known.addresses} label={t("invite.private.link")} />
              </>
            ) : (
              <button type="button" class="quiet" onClick={() => void another()}>
                {t("act.device")}
              </button>
            ))}
        </>
      )}
    </Dialog>
  );
}

/** Where other devices can open this page; null: not known yet. */
function useAddresses(): Addresses | null {
  const [known, setKnown] = useState<Addresses | null>(
    onThisMachine() ? null : { addresses: [location.origin + siteAddress("")], command: "" },
  );
  useEffect(() => {
    if (!known) api.addresses().then(setKnown, () => undefined);
  }, []);
  return known;
}

/** Is the page open under an address that means another machine on other devices? */
const onThisMachine = (): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Stands in a text for what is drawn in another type. */
const SLOT = "\u{E000}";

function HereAlone({ command }: { command: string }) {
  const [before, after] = t("invite.here-alone", { command: SLOT }).split(SLOT);
  return (
    <p class="notice" role="note">
      {before}
      <code>{command}</code>
      {after}
    </p>
  );
}

/** What the others read: asked once, kept, and changed as long as the game has not begun. */
function OwnName({ model, now, seat }: Omit<TableProps, "game" | "games"> & { seat: number }) {
  const [name, setName] = useState(settings.value.name);
  const keep = () => {
    const wanted = name.trim();
    if (!wanted || wanted === now.seats[seat]?.name) return;
    remember({ name: wanted });
    void command(model, { type: "sit", seat, name: wanted });
  };
  return (
    <form
      class="form own-name"
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <label>
        {t("you.name")}
        <input
          maxLength={30}
          autoComplete="nickname"
          placeholder={nameOf(now.seats[seat]?.name ?? "")}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
          onBlur={keep}
        />
      </label>
    </form>
  );
}

interface LinkBoxProps {
  readonly path: string;
  readonly origins: readonly string[];
  readonly label: string;
}

/** A link to show, to copy or to share: as far as this browser lets a page do that. */
function LinkBox({ path, origins, label }: LinkBoxProps) {
  const [copied, setCopied] = useState(false);
  const [origin, ...others] = origins;
  const link = (origin ?? location.origin + siteAddress("")) + path;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      say(t("invite.no-copy"));
    }
  };
  return (
    <div class="link-box">
      {origin && <QrCode text={link} />}
      <input readOnly value={link} aria-label={label} onFocus={({ currentTarget }) => currentTarget.select()} />
      {others.length > 0 && (
        <p class="quiet-text">
          {t("invite.others")} {others.map((one) => one + path).join(" ")}
        </p>
      )}
      <div class="buttons">
        {navigator.clipboard && (
          <button type="button" class="main" onClick={() => void copy()}>
            {copied ? t("act.copied") : t("act.copy")}
          </button>
        )}
        {origin && "share" in navigator && (
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

/** A table with free seats: take one, invite somebody, or let the computer play. */
export function Sit({ model, now, game, onInvite }: TableProps & { onInvite: () => void }) {
  const free = now.seats.filter(({ name }) => name === null);
  const seated = now.you.holds.length > 0;
  return (
    <section class="sit panel">
      {!seated && (
        <label>
          {t("you.name")}
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
          <b>{t("seat.called", { seat: sign(game, now, seat) })}</b>
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
