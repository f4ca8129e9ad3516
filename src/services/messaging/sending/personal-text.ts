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

/** The text for one recipient. Values are inserted unchanged: a placeholder inside a value stays plain text. */
export function personalText(text: string, fields: Fields): PersonalText {
  const missing = new Set<string>();
  const personal = text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value?.trim()) return value;
    missing.add(name);
    return placeholder;
  });
  return { text: personal, missing: [...missing] };
}
