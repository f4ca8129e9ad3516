import { type Mock, spyOn } from 'bun:test';

/** How long something may take, as the program asked for it. */
interface Limit {
  ms: number;
  /** Lets that time be over. */
  runOut(): void;
}

/** A held limit does not run out by itself. */
const NEVER_MS = 2 ** 31 - 1;
/** A longer time is no time limit: after half an hour, or later, the database's driver replaces its connections. */
const LONGEST_MS = 1_000_000;

/**
 * Holds the program's time limits that are this long or longer: they run out when the test says so, and not before. So
 * a test sees how long somebody would be waited for, and what comes then, without waiting.
 */
export class HeldLimits {
  readonly #waiting: ((limit: Limit) => void)[] = [];
  #asked: (Limit & { timer?: unknown })[] = [];
  readonly #cleared: Mock<typeof clearTimeout>;
  readonly #timers: Mock<typeof setTimeout>;
  readonly #signals: Mock<typeof AbortSignal.timeout>;

  constructor(leastMs: number) {
    const isHeld = (ms: number) => ms >= leastMs && ms <= LONGEST_MS;
    const real = globalThis.setTimeout;
    const held = (act: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
      if (!isHeld(ms)) return real(act, ms, ...values);
      const timer = real(() => {}, NEVER_MS).unref();
      this.#ask({ ms, runOut: () => act(...values), timer });
      return timer;
    };
    this.#timers = spyOn(globalThis, 'setTimeout').mockImplementation(Object.assign(held, real));
    const clear = globalThis.clearTimeout;
    this.#cleared = spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
      this.#asked = this.#asked.filter((limit) => limit.timer === undefined || limit.timer !== timer);
      Reflect.apply(clear, globalThis, [timer]);
    });
    const realSignal = AbortSignal.timeout.bind(AbortSignal);
    this.#signals = spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      if (!isHeld(ms)) return realSignal(ms);
      const controller = new AbortController();
      const error = new DOMException('The operation timed out.', 'TimeoutError');
      this.#ask({ ms, runOut: () => controller.abort(error) });
      return controller.signal;
    });
  }

  /** The first limit that nobody has taken yet, also one that was asked for before and is waited for still. */
  async next(): Promise<Limit> {
    return this.#asked.shift() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** From now on time passes as ever. */
  release(): void {
    this.#timers.mockRestore();
    this.#cleared.mockRestore();
    this.#signals.mockRestore();
  }

  #ask(limit: Limit & { timer?: unknown }): void {
    const waiter = this.#waiting.shift();
    if (waiter) waiter(limit);
    else this.#asked.push(limit);
  }
}
