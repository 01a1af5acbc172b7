/** The page begins. */
import { render } from "preact";
import "@fontsource-variable/rubik/wght.css";
import "./style/base.css";
import "./style/frame.css";
import "./style/over.css";
import "./style/art.css";
import "./style/home.css";
import "./style/rules.css";
import "./style/studies.css";
import "./style/table.css";
import "./style/board.css";
import "./style/tools.css";
import "./style/layers.css";
import "./style/cards.css";
import "./style/space.css";
import "./style/people.css";
import "./style/panel.css";
import "./style/sheets.css";
// after the styles of the page: those of a game come with it
import { App } from "./App";
import { spoken } from "./i18n";
import { speak } from "./i18n/language";
import { registerWorker } from "./pwa/worker";

/** Everything is said anew in another language. */
const Spoken = () => <App key={spoken.value.language} />;

await speak();
render(<Spoken />, document.getElementById("app")!);
registerWorker();
