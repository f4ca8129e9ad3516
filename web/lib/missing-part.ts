/** The messages with which browsers report that a part of the application could not be fetched. */
const NOT_FETCHED = /dynamically imported module|module script failed|error loading dynamically/i;

export const isMissingPart = (error: unknown): boolean => error instanceof Error && NOT_FETCHED.test(error.message);

const RELOADED_AT = 'reloaded-at';
const RELOAD_PAUSE_MILLISECONDS = 30_000;

/**
 * Loads the page again if a part of it is missing although the server answers: a new build has taken its place. If a
 * part is gone for good, the page must not reload for ever.
 */
export async function reloadOnce(reason: unknown): Promise<void> {
  if (!isMissingPart(reason)) return;
  const answer = await fetch('/api/brand', { cache: 'no-store' }).catch(() => null);
  if (!answer || Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_PAUSE_MILLISECONDS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
