/** /v#code: the short link in a message to a phone. Redirects to the page that the message is about. */
import { Navigate } from "react-router";
import { useLink } from "../../../api/use-link";
import { LinkPage } from "../../../components/link-page";
import { LinkButton } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { messageLinkQuery } from "../api";

export function Page() {
  const { load, isOver } = useLink(messageLinkQuery);
  const bookings = <LinkButton to={paths.userBookings}>{m.offer_bookings()}</LinkButton>;
  return (
    <LinkPage
      load={load}
      isOver={isOver}
      over={{ text: m.message_link_ended(), children: bookings }}
      look="h-60"
    >
      {({ page }) => <Navigate to={page} replace />}
    </LinkPage>
  );
}
