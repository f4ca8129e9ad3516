/** Makes a foreign text storable in PostgreSQL: removes NUL characters and unpaired surrogates. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** The same for a text that may be absent. */
export const storableIfAny = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : storable(text);
