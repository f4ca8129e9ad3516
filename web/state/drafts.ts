const PREFIX = 'topline-draft:';

/** Where a form's draft is kept in this browser. */
export const draftKey = (userId: string, name: string): string => `${PREFIX}${userId}:${name}`;

/** Removes every draft in this browser, so that nothing is left after a logout. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  }
}
