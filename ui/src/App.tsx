import { t } from "./i18n";
import { connection } from "./net/socket";
import { Home } from "./pages/Home";
import { New } from "./pages/New";
import { Rules } from "./pages/Rules";
import { Table } from "./pages/Table";
import { dialogs, Toast } from "./parts/Toast";
import { Nowhere } from "./parts/Trouble";
import { route } from "./state/route";

export function App() {
  return (
    <>
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
    default:
      return <Nowhere />;
  }
}
