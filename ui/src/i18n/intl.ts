/** Numbers, dates, ages and lists as the spoken language writes them. */
import { spoken } from "./index";

/** The browser's own kind of the language, where it has one; lists in English are British. */
function tag(): string {
  const { language } = spoken.value;
  const own = navigator.languages.find((one) => one.split("-")[0] === language.split("-")[0]);
  return own && !language.includes("-") ? own : language;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A text as it begins a sentence. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(spoken.value.language) + text.slice(1);

/** Several names as one speaks: Mia, Ole and Ada. */
export function listText(names: readonly string[]): string {
  const { language } = spoken.value;
  return new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" }).format(names);
}

/** A share from 0 to 1. */
export const percent = (share: number): string =>
  new Intl.NumberFormat(tag(), { style: "percent", maximumFractionDigits: 0 }).format(share);

/** A number that was added or taken away: +12. */
export const signed = (number: number): string => new Intl.NumberFormat(tag(), { signDisplay: "exceptZero" }).format(number);

/** A large number in a few signs: 1.2M. */
export const shortNumber = (number: number): string =>
  new Intl.NumberFormat(tag(), { notation: "compact", maximumSignificantDigits: 2 }).format(number);

export const decimal = (number: number, digits: number): string =>
  new Intl.NumberFormat(tag(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(number);

export const dateText = (at: number): string =>
  new Intl.DateTimeFormat(tag(), { dateStyle: "medium", timeStyle: "short" }).format(at);

/** How long ago something was, if it was a minute or more. */
export function agoText(milliseconds: number): string {
  const format = new Intl.RelativeTimeFormat(tag(), { style: "short", numeric: "always" });
  if (milliseconds < HOUR) return format.format(-Math.floor(milliseconds / MINUTE), "minute");
  if (milliseconds < DAY) return format.format(-Math.floor(milliseconds / HOUR), "hour");
  return format.format(-Math.floor(milliseconds / DAY), "day");
}

/** So many days and hours, in a few signs. */
export function daysText(days: number, hours: number): string {
  const unit = (unit: "day" | "hour", number: number) =>
    new Intl.NumberFormat(tag(), { style: "unit", unit, unitDisplay: "narrow" }).format(number);
  return `${unit("day", days)} ${unit("hour", hours)}`;
}
