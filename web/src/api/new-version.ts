/** The script that a page of ours begins with. */
const entry = /data-modules="(?:[^" ]+ )*([^" ]+)"/;

const goneTo = "goneTo";

/**
 * A page whose script the server no longer has, because there is a new version of the app: loads the page's address anew, once.
 * Only for a page that somebody goes to, on which nothing has been typed yet.
 */
export async function goToNewVersion(): Promise<void> {
  const { href } = window.location;
  if (window.sessionStorage.getItem(goneTo) === href) return;
  const answer = await fetch("/", { cache: "no-store" });
  const served = entry.exec(await answer.text())?.[1];
  const isOurs = served && document.querySelector(`script[data-modules$="${served}"]`);
  if (!served || isOurs || window.location.href !== href) return;
  window.sessionStorage.setItem(goneTo, href);
  window.location.reload();
}
