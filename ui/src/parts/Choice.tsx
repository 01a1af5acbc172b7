/** One of a few, in a list that folds out; a single one needs no choice. */
interface Props<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly all: readonly T[];
  readonly text: (one: T) => string;
  readonly onChoice: (one: T) => void;
  /** Is the label seen, or only read out? */
  readonly labelled?: boolean;
}

export function Choice<T extends string | number>({ label, value, all, text, onChoice, labelled = false }: Props<T>) {
  if (all.length < 2) return null;
  return (
    <label>
      <span class={labelled ? "" : "sr"}>{label}</span>
      <select
        value={String(value)}
        onChange={({ currentTarget }) => {
          const chosen = all.find((one) => String(one) === currentTarget.value);
          if (chosen !== undefined) onChoice(chosen);
        }}
      >
        {all.map((one) => (
          <option key={one} value={String(one)}>
            {text(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
