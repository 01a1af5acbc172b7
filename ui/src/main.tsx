/** The page begins. */
import { render } from "preact";
import { App } from "./App";
import "./style/base.css";
import "./style/board.css";
import "./style/pages.css";
import "./style/space.css";

render(<App />, document.getElementById("app")!);
