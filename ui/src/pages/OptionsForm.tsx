/** The rules that a game leaves open, for a new table. */
import { maybe, t } from "../i18n";
import type { GameEntry } from "../net/types";
import { Choice } from "../parts/Choice";

export type Options = Readonly<Record<string, string>>;
type Option = GameEntry["options"][number];

interface Props {
  readonly game: GameEntry;
  readonly players: number;
  /** Those that are not as usual. */
  readonly options: Options;
  readonly onOptions: (options: Options) => void;
}

/** What may be chosen; empty: it is a text. */
const choicesOf = ({ choices }: Option, players: number): readonly string[] => choices[players] ?? [];

const isOpen = (option: Option, players: number): boolean => choicesOf(option, players).length !== 1;

const isSwitch = (choices: readonly string[]): boolean =>
  choices.length === 2 && choices.every((choice) => choice === "true" || choice === "false");

export function OptionsForm({ game, players, options, onOptions }: Props) {
  const open = game.options.filter((option) => isOpen(option, players));
  if (!open.length) return null;
  const set = (option: Option, value: string) => {
    const { [option.name]: _, ...others } = options;
    onOptions(value === option.default || !value ? others : { ...others, [option.name]: value });
  };
  return (
    <fieldset class="panel">
      <legend>{t("new.rules")}</legend>
      {open.map((option) => (
        <Field key={option.name} game={game.name} option={option} players={players} value={options[option.name] ?? option.default} onValue={(value) => set(option, value)} />
      ))}
    </fieldset>
  );
}

interface FieldProps {
  readonly game: string;
  readonly option: Option;
  readonly players: number;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Field({ game, option, players, value, onValue }: FieldProps) {
  const choices = choicesOf(option, players);
  const label = maybe(`option.${game}.${option.name}`) ?? option.help;
  if (isSwitch(choices))
    return (
      <label class="check">
        <input type="checkbox" checked={value === "true"} onChange={({ currentTarget }) => onValue(String(currentTarget.checked))} />
        {label}
      </label>
    );
  if (choices.length)
    return (
      <Choice
        labelled
        label={label}
        value={value}
        all={choices}
        text={(choice) => maybe(`option.${game}.${option.name}.${choice}`) ?? choice}
        onChoice={onValue}
      />
    );
  return (
    <label>
      <span>{label}</span>
      <input value={value} placeholder={option.default} onChange={({ currentTarget }) => onValue(currentTarget.value.trim())} />
      <small class="quiet-text">{t("new.expected", { expected: maybe(`option.${game}.${option.name}.form`) ?? option.expected })}</small>
    </label>
  );
}
