import type { Clock } from '../../src/platform/kit/clock.ts';

/** Runs with the system's clock until a test moves it. */
export class TestClock implements Clock {
  #offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Jumps to a moment; time runs on from there. */
  moveTo(moment: Date | string): void {
    this.#offsetMs = new Date(moment).getTime() - Date.now();
  }

  advance(milliseconds: number): void {
    this.#offsetMs += milliseconds;
  }
}
