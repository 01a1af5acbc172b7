/** The page begins. */
import { render } from "preact";
import { App } from "./App";
import "./style/base.css";
import "./style/board.css";
import "./style/cards.css";
import "./style/home.css";
import "./style/table.css";
import "./style/rules.css";
import "./style/sheets.css";

render(<App />, document.getElementById("app")!);
