/** The server's words, generated from its description (npm run types). */
import type { components } from "./schema";

type Schemas = components["schemas"];

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
export type Snapshot = Schemas["Snapshot"];
export type Events = Schemas["Events"];
export type Happening = Schemas["Happening"];
export type SeatForm = Schemas["SeatForm"];
export type ClockForm = Schemas["ClockForm"];
export type Line = Schemas["Line"];
export type Setting = Schemas["Setting"];
export type NewTable = Schemas["NewTable"];
export type TableCard = Schemas["TableCard"];
export type Made = Schemas["Made"];
export type Fault = Schemas["Fault"];
export type PositionQuestion = Schemas["PositionQuestion"];
export type Preview = Schemas["Preview"];
export type Thought = Schemas["Thought"];
export type Catalogue = Schemas["Catalogue"];
export type Lessons = Schemas["Lessons"];
export type GameEntry = Schemas["GameEntry"];
export type SocketMessage = Schemas["SocketMessage"];
export type SocketRequest = Schemas["SocketRequest"];
export type Wish = Schemas["Do"]["wish"];
export type Offer = "draw" | "takeback";
