/** The pages that nobody needs to begin a game: `Later` loads them. */
import type { Route } from "../state/route";
import { Analyse } from "./analyse/Analyse";
import { CoursePage } from "./learn/CoursePage";
import { Learn } from "./learn/Learn";
import { New } from "./New";
import { PuzzlePage } from "./puzzles/PuzzlePage";
import { Puzzles } from "./puzzles/Puzzles";
import { WinPage } from "./puzzles/WinPage";
import { ReviewPage } from "./review/ReviewPage";
import { Rules } from "./Rules";
import { Replay } from "./watch/Replay";
import { Watch } from "./watch/Watch";

export type OtherRoute = Exclude<Route, { readonly page: "home" | "table" | "nowhere" }>;

export function Other({ here }: { here: OtherRoute }) {
  switch (here.page) {
    case "new":
      return <New name={here.game} key={here.game} />;
    case "rules":
      return <Rules name={here.game} key={here.game} />;
    case "learn":
      return <Learn />;
    case "course":
      return <CoursePage name={here.game} exercise={here.exercise} key={here.game} />;
    case "puzzles":
      return <Puzzles />;
    case "puzzle":
      return <PuzzlePage name={here.name} key={here.name} />;
    case "win":
      return <WinPage game={here.game} name={here.name} key={`${here.game}/${here.name}`} />;
    case "analyse":
      return <Analyse />;
    case "replay":
      return <Replay game={here.game} number={here.number} key={`${here.game} ${here.number}`} />;
    case "review":
      return <ReviewPage table={here.table} code={here.code} key={`${here.table} ${here.code}`} />;
    case "watch":
      return <Watch />;
  }
}
