/** A text of somebody else's as PostgreSQL takes it: without NUL characters and halves of characters. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** The same of a text that may not be there. */
export const storableIfAny = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : storable(text);
