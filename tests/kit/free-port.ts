/**
 * Ports of this machine for programs that tests start. They are below those that the system gives to connections
 * (from 32768 on), and a hundred of them at a time belong to this process alone, until it ends, by a name that only one
 * process can hold: between the moment when a port is found free and the one when a program takes it, nobody else does.
 */
const [FIRST, LAST] = [10_000, 26_900] as const;
const HUNDRED = 100;
/** Those that edges and their answering machines use for sound unless they are told otherwise. */
const TAKEN = new Set([20_000, 20_100]);
let [next, end] = [0, 0];

/**
 * A port that is free on all addresses of this machine, for UDP and for TCP.
 * @param count so many that follow each other, a hundred at most; the first is even where there are several
 * @returns the first of them
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    if (count > 1) next += next % 2;
    if (next + count > end) {
      next = holdHundred();
      end = next + HUNDRED;
    }
    const first = next;
    next += count;
    const ports = Array.from({ length: count }, (_, place) => first + place);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return first;
  }
}

/** @returns the first port of a hundred that no other process holds */
function holdHundred(): number {
  const hundreds = Array.from({ length: (LAST - FIRST) / HUNDRED + 1 }, (_, at) => FIRST + at * HUNDRED);
  const start = Math.floor(Math.random() * hundreds.length);
  for (const first of [...hundreds.slice(start), ...hundreds.slice(0, start)]) {
    if (TAKEN.has(first)) continue;
    try {
      Bun.listen({ unix: `\0topline-test-ports-${first}`, socket: { data: () => {} } }).unref();
      return first;
    } catch {
      // Another process holds it.
    }
  }
  throw new Error('all ports for tests are held');
}

async function isFree(port: number): Promise<boolean> {
  try {
    Bun.listen({ hostname: '0.0.0.0', port, socket: { data: () => {} } }).stop(true);
    (await Bun.udpSocket({ hostname: '0.0.0.0', port })).close();
    return true;
  } catch {
    return false;
  }
}
