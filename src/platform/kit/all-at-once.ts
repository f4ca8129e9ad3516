/**
 * Waits until all of these are over. Statements that are begun together go to the database together, and cost one round
 * trip. In which order they run is not said: whatever has to come first, such as a lock, is waited for before.
 * @throws the failure of the first that failed, in the order of the list, once none of the others is on its way any more
 */
export async function allAtOnce<const All extends readonly unknown[]>(
  all: All,
): Promise<{ -readonly [Place in keyof All]: Awaited<All[Place]> }> {
  // A statement of the query builder is sent each time that it is waited for: here that is once.
  const begun = all.map(async (each) => each);
  await Promise.allSettled(begun);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What `map` makes of a tuple has its order and length.
  return (await Promise.all(begun)) as { -readonly [Place in keyof All]: Awaited<All[Place]> };
}
