const PREFIX = 'topline-draft:';

/** Where a form's draft is kept in this browser. */
export const draftKey = (userId: string, name: string): string => `${PREFIX}${userId}:${name}`;

/** Removes every draft of this browser: whoever logs out leaves nothing of theirs behind. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  }
}
