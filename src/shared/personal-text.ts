/** A text with different values for each recipient. It has no dependencies, because the browser uses it too. */

/** The value of each `{name}` in a text, for one recipient. */
export type Fields = Readonly<Record<string, string>>;

export interface PersonalText {
  text: string;
  /** Names in the text without a value, or with a blank one; their placeholders stay unchanged. */
  missing: string[];
}

const PLACEHOLDER = /\{([^{}\r\n]+)\}/g;

/** The names of a text's placeholders, without repeats. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
];

/** A text that looks like a name in braces: `{name}`, `{order no}`; not `{"a": 1}` or `{1}`. */
const WORD = /^[\p{L}_][\p{L}\p{N}_ .-]*$/u;

/** The placeholders of a text that has no fields: each would be sent as it stands. */
export const unfilledIn = (text: string): string[] => placeholdersOf(text).filter((name) => WORD.test(name));

/** Names as they stand in a message. */
export const inBraces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ');

const folded = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** The value of a name; letters count the same in both cases, because a spreadsheet's column is often `Name`. */
export function valueOf(fields: Fields, name: string): string | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  const wanted = folded(name);
  const key = Object.keys(fields).find((each) => folded(each) === wanted);
  return key === undefined ? undefined : fields[key];
}

/** The text for one recipient. Values are inserted unchanged: a placeholder inside a value stays plain text. */
export function personalText(text: string, fields: Fields): PersonalText {
  const missing = new Set<string>();
  const personal = text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = valueOf(fields, name);
    if (value?.trim()) return value;
    missing.add(name);
    return placeholder;
  });
  return { text: personal, missing: [...missing] };
}
