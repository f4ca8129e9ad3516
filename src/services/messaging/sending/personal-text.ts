/** A text that says something of its own to each recipient. No dependencies: the browser has it too. */

/** What the `{name}` of a text stands for, for one recipient. */
export type Fields = Readonly<Record<string, string>>;

export interface PersonalText {
  text: string;
  /** Names in the text that have no value, or a blank one; they stay as they stand. */
  missing: string[];
}

const PLACEHOLDER = /\{([^{}\r\n]+)\}/g;

/** The names that a text has placeholders for, each once. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
];

/** The text as one recipient gets it. Values are put in as they are: a placeholder in a value is text. */
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
