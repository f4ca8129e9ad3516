import type { Clock } from '../../src/platform/kit/clock.ts';

/** Every clock that a test may have moved. */
const clocks = new Set<WeakRef<TestClock>>();

/** Puts all clocks back to where they began. The kit does it after each test, so that none moves the next. */
export function putBackClocks(): void {
  for (const each of clocks) {
    const clock = each.deref();
    if (clock) clock.putBack();
    else clocks.delete(each);
  }
}

/** A Monday morning far from the end of anything; TEST_NOW begins all tests at another moment. */
const BEGIN = process.env.TEST_NOW ?? '2026-11-16T10:00:00.000Z';

/**
 * The program's clock in a test: it stands still until the test moves it, and begins at the same moment
 * always, so that no test depends on the day it is run on or on how long it takes.
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

  /** Jumps to a moment, and stands there. */
  moveTo(moment: Date | string): void {
    this.#at = new Date(moment).getTime();
  }

  advance(milliseconds: number): void {
    this.#at += milliseconds;
  }

  /** Back to where it began. */
  putBack(): void {
    this.#at = this.#began;
  }
}

/** What other programs on this machine take for the time, also where this one was told that it is another. */
export const machineTime = (offsetMs = 0): Date =>
  new Date(performance.timeOrigin + performance.now() + offsetMs);

/** Runs with the system's clock, from wherever a test moves it: for servers that a real browser looks at. */
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

/** Runs with the clock of other programs: for servers beside a real chain, whose blocks have its time. */
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
