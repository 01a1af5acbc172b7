/** What can be kept of a reviewed game: its address, its record, a picture, a film. */
import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { api, ApiError } from "../../net/api";
import { siteAddress } from "../../net/site";
import type { GameRecord } from "../../net/types";
import { CopyLink } from "../../parts/CopyLink";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { say } from "../../parts/Toast";
import { recordPath } from "./recordLink";
import type { Source } from "./useReview";

interface Props {
  readonly source: Source;
  readonly record: GameRecord;
  /** How many acts led to the board that is shown. */
  readonly at: number;
}

export function Files({ source, record, at }: Props) {
  return (
    <nav class="review-files" aria-label={t("review.keep")}>
      {"table" in source ? <TableFiles table={source.table} at={at} /> : <RecordFiles {...source} record={record} at={at} />}
    </nav>
  );
}

function TableFiles({ table, at }: { table: string; at: number }) {
  const files = [
    ["review.text.file", `record`],
    ["review.json.file", `record?form=json`],
    ["review.png", `still?at=${at}`],
    ["review.gif", `film?form=gif`],
    ["review.webp", `film?form=webp`],
  ] as const;
  return (
    <>
      <CopyLink quiet path={`/review/${table}`} />
      {files.map(([label, path]) => (
        <a key={label} class="button quiet" href={siteAddress(`/api/tables/${table}/${path}`)} download>
          <Icon name="download" />
          {t(label)}
        </a>
      ))}
      <Link to={`/t/${table}`}>
        <Icon name="back" />
        {t("review.table")}
      </Link>
    </>
  );
}

/** Nobody keeps the record: the server makes its files from what it is sent. */
function RecordFiles({ text, code, record, at }: { text: string; code: string; record: GameRecord; at: number }) {
  const [busy, setBusy] = useState(false);
  const files = [
    ["review.text.file", "txt", async () => new Blob([(await api.writeRecord(record, "text")).text])],
    ["review.json.file", "json", async () => new Blob([(await api.writeRecord(record, "json")).text])],
    ["review.png", "png", () => api.recordFile("still", { text, at })],
    ["review.gif", "gif", () => api.recordFile("film", { text, form: "gif" })],
    ["review.webp", "webp", () => api.recordFile("film", { text, form: "webp" })],
  ] as const;
  const keep = async (kind: string, make: () => Promise<Blob>) => {
    setBusy(true);
    try {
      const address = URL.createObjectURL(await make());
      Object.assign(document.createElement("a"), { href: address, download: `${record.game}.${kind}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      say(refused.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <CopyLink quiet path={recordPath(code)} />
      {files.map(([label, kind, make]) => (
        <button key={label} type="button" class="quiet" disabled={busy} onClick={() => void keep(kind, make)}>
          <Icon name="download" />
          {t(label)}
        </button>
      ))}
    </>
  );
}
