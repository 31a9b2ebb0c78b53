import { useQuery } from "@tanstack/react-query";
import { adminKey } from "../../../api/admin-lists";
import { useNews } from "../../../api/use-news";
import { notificationsQuery } from "../api";
import { AdminSearch } from "./admin-search";
import { MessagesLink } from "./messages-link";
import { NotificationBell } from "./notification-bell";
import { PhoneSearch } from "./phone-search";

/** Search, chat and notifications. One stream keeps them, and the page below, up to date. */
export function TopBar() {
  useNews({ path: "/admin/api/events", role: "admin", topic: "news", queryKey: [adminKey] });
  const waiting = useQuery(notificationsQuery());
  return (
    <div className="flex min-w-0 flex-1 items-center justify-end gap-1">
      <div className="flex-1 ps-4 max-md:hidden">
        <div className="max-w-xl">
          <AdminSearch />
        </div>
      </div>
      <PhoneSearch />
      <MessagesLink count={waiting.data?.messages} />
      <NotificationBell waiting={waiting} />
    </div>
  );
}
