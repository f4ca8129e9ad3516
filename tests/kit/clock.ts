import type { Clock } from '../../src/platform/kit/clock.ts';

export const systemClock: Clock = { now: () => new Date() };

/** The same clock, for a process that has just found that PostgreSQL's was set ahead by so much. */
export const setAheadBy = (ms: number, clock: Clock): Clock => ({ now: () => clock.now(), setAheadMs: () => ms });

/** Every clock that a test may have moved. */
const clocks = new Set<WeakRef<TestClock>>();

/** Resets all clocks. The kit does this after each test, so that no test moves the next one's clock. */
export function putBackClocks(): void {
  for (const each of clocks) {
    const clock = each.deref();
    if (clock) clock.putBack();
    else clocks.delete(each);
  }
}

/** A Monday morning far from the end of any period; TEST_NOW starts all tests at another time. */
const BEGIN = process.env.TEST_NOW ?? '2026-11-16T10:00:00.000Z';

/**
 * The program's clock in a test: it stands still until the test moves it, and always starts at the same time, so that
 * no test depends on the present day or on its own speed.
 */
export class TestClock implements Clock {
  readonly #began: number;
  #at: number;

  constructor(began: Date | string = BEGIN) {
    this.#began = new Date(began).getTime();
    this.#at = this.#began;
    clocks.add(new WeakRef(this));
  }

  now(): Date {
    return new Date(this.#at);
  }

  moveTo(moment: Date | string): void {
    this.#at = new Date(moment).getTime();
  }

  advance(milliseconds: number): void {
    this.#at += milliseconds;
  }

  putBack(): void {
    this.#at = this.#began;
  }
}

/** The time of other programs on this machine, even if this process was given another time. */
export const machineTime = (offsetMs = 0): Date => new Date(performance.timeOrigin + performance.now() + offsetMs);

/** Runs with the system's clock, from any time that a test sets: for servers with a real browser. */
export class RunningClock extends TestClock {
  #offsetMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  override moveTo(moment: Date | string): void {
    this.#offsetMs = new Date(moment).getTime() - Date.now();
  }

  override advance(milliseconds: number): void {
    this.#offsetMs += milliseconds;
  }

  override putBack(): void {
    this.#offsetMs = 0;
  }
}

/** Runs with the clock of other programs: for servers beside a real chain, whose blocks have that time. */
export class MachineClock extends TestClock {
  #offsetMs = 0;

  override now(): Date {
    return machineTime(this.#offsetMs);
  }

  override moveTo(moment: Date | string): void {
    this.#offsetMs = new Date(moment).getTime() - machineTime().getTime();
  }

  override advance(milliseconds: number): void {
    this.#offsetMs += milliseconds;
  }

  override putBack(): void {
    this.#offsetMs = 0;
  }
}
