/** The names of an object's fields, with their type. By its type alone, an object may have further fields. */
export const keysOf = <Name extends string>(object: Readonly<Record<Name, unknown>>): Name[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.keys` gives texts, whatever the object.
  Object.keys(object) as Name[];
