/** The first letters of a name's first and last word, e.g. `AL` of "Ada King Lovelace". */
export function initialsOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/u).filter(Boolean);
  const chosen = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return chosen.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase() ?? '').join('');
}
