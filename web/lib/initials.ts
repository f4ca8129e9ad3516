/** The first letters of a name's first and last word, e.g. `AL` of "Ada King Lovelace" and `AS` of "Anna (Sales)". */
export function initialsOf(fullName: string): string {
  const words = fullName.match(/[^\s\p{P}\p{Sm}]\S*/gu) ?? [fullName.trim()];
  const chosen = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return chosen.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase() ?? '').join('');
}
