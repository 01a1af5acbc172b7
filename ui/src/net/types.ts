/** The server's words, generated from its description (npm run types). */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Addresses = Schemas["Addresses"];
export type Scene = Schemas["Scene"];
export type Item = Schemas["Item"];
export type Place = Schemas["Place"];
export type Touch = Schemas["Touch"];
export type Mark = Schemas["Mark"];
export type Sight = Schemas["Sight"];
export type Card = Schemas["Card"];
export type Holder = Schemas["Holder"];
export type Motion = Schemas["Motion"];
export type Turn = Schemas["ToMove"] | Schemas["ToDraw"] | Schemas["Ended"];
export type Outcome = Schemas["Outcome"];
export type Update = Schemas["Update"];
export type TableState = Schemas["TableState"];
export type EventView = Schemas["EventView"];
export type SeatView = Schemas["SeatView"];
export type ClockView = Schemas["ClockView"];
export type ChatLine = Schemas["ChatLine"];
export type Configuration = Schemas["Configuration"];
export type History = Schemas["History"];
export type NewTable = Schemas["NewTable"];
export type TableCard = Schemas["TableCard"];
export type CreatedTable = Schemas["CreatedTable"];
export type ErrorBody = Schemas["ErrorBody"];
export type Preview = Schemas["Preview"];
export type Thought = Schemas["Thought"];
export type Catalogue = Schemas["Catalogue"];
export type Course = Schemas["Course"];
export type Exercise = Schemas["ExerciseEntry"];
export type TryResult = Schemas["TryResult"];
export type Lessons = Schemas["Lessons"];
export type GameEntry = Schemas["GameEntry"];
export type PuzzleEntry = Schemas["PuzzleEntry"];
export type PuzzleList = Schemas["PuzzleList"];
export type PuzzleStart = Schemas["PuzzleStart"];
export type WinEntry = Schemas["WinEntry"];
export type WinList = Schemas["WinList"];
export type WinStart = Schemas["WinStart"];
export type WinAnswer = Schemas["WinAnswer"];
export type CheckedBoard = Schemas["CheckedBoard"];
export type Position = Schemas["Position"];
export type PositionRequest = Schemas["PositionRequest"];
export type AnalysisRequest = Schemas["AnalysisRequest"];
export type AnalysisLine = Schemas["AnalysisLine"];
export type GreatGame = Schemas["GreatGame"];
export type GreatGames = Schemas["GreatGames"];
export type KnownValues = Schemas["KnownValues"];
export type GameRecord = Schemas["GameRecord"];
export type StillRequest = Schemas["StillRequest"];
export type FilmRequest = Schemas["FilmRequest"];
export type ReviewRequest = Schemas["ReviewRequest"];
export type ReviewLine = Schemas["ReviewLine"];
export type AnnotatedMove = Extract<ReviewLine, { kind: "move" }>;
export type SeatSummary = Schemas["SeatSummary"];
export type Value = Thought["value"];
export type ReadRecord = Schemas["ReadRecord"];
export type ReadRecords = Schemas["ReadRecords"];
export type SocketMessage = Schemas["SocketMessage"];
export type SocketRequest = Schemas["SocketRequest"];
export type Command = Schemas["CommandMessage"]["command"];
export type Offer = "draw" | "takeback";

/** A table as the page knows it: the newest state, and what has been told about it before. */
export interface TableView extends TableState {
  readonly table: string;
  readonly revision: number;
  readonly you: Update["you"];
  readonly actions: readonly string[];
  /** Who made each of the actions; null: chance. */
  readonly movers: readonly (number | null)[];
  readonly configuration: Configuration;
  /** How the game ended; null: it has not. */
  readonly outcome: Outcome | null;
}
