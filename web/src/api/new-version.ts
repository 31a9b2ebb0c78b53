/** The entry script of a page: the last one in the list. */
const entry = /data-modules="(?:[^" ]+ )*([^" ]+)"/;

const goneTo = "goneTo";

/**
 * If the server no longer has a page's script, because there is a new version of the app: reloads the page's address, once. Only for a page
 * that the user goes to, on which nothing has been typed yet.
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
