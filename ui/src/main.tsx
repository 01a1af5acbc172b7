/** The page begins. */
import { render } from "preact";
import "./style/base.css";
import "./style/over.css";
import "./style/board.css";
import "./style/tools.css";
import "./style/layers.css";
import "./style/cards.css";
import "./style/art.css";
import "./style/home.css";
import "./style/table.css";
import "./style/space.css";
import "./style/people.css";
import "./style/rules.css";
import "./style/sheets.css";
import "./style/small.css";
import "./style/wide.css";
// after the styles of the page: those of a game come with it
import { App } from "./App";

render(<App />, document.getElementById("app")!);
