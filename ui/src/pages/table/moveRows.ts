/** The list of moves, round by round: a row for each round, a cell for each seat. */

/** The actions of one turn, by their numbers: what chance did belongs to it. */
export interface TurnCell {
  readonly seat: number;
  readonly acts: readonly number[];
}

export type Row = readonly TurnCell[];

/** The rows, and the actions of chance before the first move. */
export function moveRows(movers: readonly (number | null)[]): { readonly before: readonly number[]; readonly rows: readonly Row[] } {
  const before: number[] = [];
  const rows: { seat: number; acts: number[] }[][] = [];
  let cell: { seat: number; acts: number[] } | null = null;
  movers.forEach((mover, at) => {
    if (mover === null && !cell) before.push(at);
    else if (cell && (mover === null || mover === cell.seat)) cell.acts.push(at);
    else {
      const seat = mover!;
      const begins = !cell || seat <= cell.seat;
      cell = { seat, acts: [at] };
      if (begins) rows.push([cell]);
      else rows.at(-1)!.push(cell);
    }
  });
  return { before, rows };
}

/** The round to which an act belongs, counted from 1; after the last one comes the next. */
export function roundOf(movers: readonly (number | null)[], act: number): number {
  const { rows } = moveRows(movers);
  const found = rows.findIndex((row) => row.some((cell) => cell.acts.includes(act)));
  return (found < 0 ? rows.length : found) + 1;
}
