/** The seed of random numbers in tests; TEST_SEED repeats a run. */
const SEED = Number(process.env.TEST_SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]);

/** One of some values, by a random number from 0 up to 1. */
export function oneOf<Value>(values: readonly Value[], next: () => number): Value {
  const place = Math.floor(next() * values.length);
  for (const value of values.slice(place, place + 1)) return value;
  throw new Error('there is nothing to choose from');
}

/**
 * Random numbers from 0 up to 1, the same for the same seed. It prints the seed.
 * @param what the purpose
 */
export function chance(what: string): () => number {
  console.log(`${what}: TEST_SEED=${SEED}`);
  let state = SEED;
  // Mulberry32.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An account with nothing of its own, for a table. */
export function anAccount(now: Date) {
  const id = Bun.randomUUIDv7();
  return { id, email: `${id}@example.com`, password: '-', fullName: 'Anybody', createdAt: now, updatedAt: now };
}
