import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "./i18n";
import { connection } from "./net/socket";
import { Analyse } from "./pages/analyse/Analyse";
import { CoursePage } from "./pages/learn/CoursePage";
import { Home } from "./pages/Home";
import { Learn } from "./pages/learn/Learn";
import { New } from "./pages/New";
import { PuzzlePage } from "./pages/puzzles/PuzzlePage";
import { Puzzles } from "./pages/puzzles/Puzzles";
import { WinPage } from "./pages/puzzles/WinPage";
import { ReviewPage } from "./pages/review/ReviewPage";
import { Rules } from "./pages/Rules";
import { Table } from "./pages/Table";
import { Replay } from "./pages/watch/Replay";
import { Watch } from "./pages/watch/Watch";
import { focusMain } from "./parts/focus";
import { dialogs, Toast } from "./parts/Toast";
import { TopBar } from "./parts/TopBar";
import { Nowhere } from "./parts/Trouble";
import { route } from "./state/route";

export function App() {
  const here = route.value;
  const isFirst = useRef(true);
  // styles lay a page out by what it is: a table on a phone has no bars but its own
  useLayoutEffect(() => {
    document.body.dataset["page"] = here.page;
  }, [here.page]);
  useEffect(() => {
    if (!isFirst.current) focusMain();
    isFirst.current = false;
  }, [here]);
  return (
    <>
      <TopBar />
      <Page />
      {connection.value === "off" && (
        <div class="offline" role="status">
          {t("net.off")}
        </div>
      )}
      {dialogs.value === 0 && <Toast />}
    </>
  );
}

function Page() {
  const here = route.value;
  switch (here.page) {
    case "home":
      return <Home />;
    case "new":
      return <New name={here.game} key={here.game} />;
    case "rules":
      return <Rules name={here.game} key={here.game} />;
    case "table":
      return <Table id={here.id} access={here.key} key={here.id} />;
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
      return <ReviewPage table={here.table} key={here.table} />;
    case "watch":
      return <Watch />;
    default:
      return <Nowhere />;
  }
}
