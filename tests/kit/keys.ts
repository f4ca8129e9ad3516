/** The names of an object's fields, of the type that they have. Types alone do not tell that there are no others. */
export const keysOf = <Name extends string>(object: Readonly<Record<Name, unknown>>): Name[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.keys` gives texts, whatever the object.
  Object.keys(object) as Name[];
