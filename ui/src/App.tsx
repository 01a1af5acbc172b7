import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "./i18n";
import { connection } from "./net/socket";
import { Home } from "./pages/Home";
import { Later } from "./pages/Later";
import { Table } from "./pages/Table";
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
    case "table":
      return <Table id={here.id} access={here.key} key={here.id} />;
    case "nowhere":
      return <Nowhere />;
    default:
      return <Later here={here} />;
  }
}
