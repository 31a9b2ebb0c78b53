/** /admin/home/{route}: the dashboard, and the views beside it. */
import { MapPinOff } from "lucide-react";
import { type ComponentType, lazy, useEffect } from "react";
import { useParams } from "react-router";
import { EmptyState } from "../../../components/empty-state";
import { LinkButton } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { Dashboard } from "../components/dashboard";
import { NotificationView } from "../components/notification-view";
import { OrderList } from "../components/order-list";
import { WorkerList } from "../components/worker-list";

interface View {
  title: () => string;
  View: ComponentType<{ title: string }>;
}

/** The same list as at its own address: one place to look for people, and to block them. */
const UserList = lazy(() => import("./user-list").then(({ Page }) => ({ default: Page })));

const views: Readonly<Record<string, View>> = {
  dashboard: { title: m.dashboard, View: Dashboard },
  notification: { title: m.notifications, View: NotificationView },
  userlists: { title: m.users_list, View: UserList },
  workerslist: { title: m.admin_home_workers, View: WorkerList },
  orderslist: { title: m.admin_home_orders, View: OrderList },
};

const unknown: View = { title: m.not_found_title, View: NoSuchView };

export function Page() {
  const { route = "" } = useParams();
  const { title, View } = Object.hasOwn(views, route) ? (views[route] ?? unknown) : unknown;
  const text = title();
  useEffect(() => {
    document.title = m.document_title({ title: text });
  }, [text]);
  return <View title={text} />;
}

function NoSuchView({ title }: { title: string }) {
  return (
    <EmptyState
      heading="h1"
      icon={<MapPinOff aria-hidden className="size-9" />}
      title={title}
      text={m.not_found_text()}
    >
      <LinkButton to={paths.adminDashboard}>{m.dashboard()}</LinkButton>
    </EmptyState>
  );
}
