/** Lets whatever else waits in this process, or on this page, have its turn, amid work that takes long. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    if ('setImmediate' in globalThis) setImmediate(resolve);
    else setTimeout(resolve);
  });

/** For so many milliseconds a loop may hold the process. */
const HELD_MS = 8;

/** The pace of a loop over many things: `if (pace.isOver()) await pace.rest();` */
export class Pace {
  #since = performance.now();

  /** Tells whether others have waited for long enough. */
  isOver(): boolean {
    return performance.now() - this.#since > HELD_MS;
  }

  async rest(): Promise<void> {
    await turn();
    this.#since = performance.now();
  }
}

/** Maps many things, and lets others have their turns meanwhile. */
export async function mapPaced<One, Other>(
  all: readonly One[],
  map: (each: One, place: number) => Other,
): Promise<Other[]> {
  const pace = new Pace();
  const mapped: Other[] = [];
  for (const [place, each] of all.entries()) {
    if (pace.isOver()) await pace.rest();
    mapped.push(map(each, place));
  }
  return mapped;
}
