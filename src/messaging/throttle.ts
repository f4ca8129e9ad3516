import type { CarrierLimits } from '../providers/port.ts';

/**
 * What one process may still put on a carrier at this moment: sends under way at the same time, and sends
 * begun in a second. `now` is in milliseconds and never goes back.
 */
export class Throttle {
  #allowance: number;
  #refilledAt: number;
  #underWay = 0;
  readonly #limits: CarrierLimits;

  constructor(limits: CarrierLimits, now: number) {
    this.#limits = limits;
    this.#allowance = this.#burst;
    this.#refilledAt = now;
  }

  /** A tenth of a second's worth may begin at once, so that sends go in batches and not one by one. */
  get #burst(): number {
    return Math.max(1, this.#limits.perSecond / 10);
  }

  /** How many sends may begin now. */
  room(now: number): number {
    const elapsed = Math.max(0, now - this.#refilledAt);
    this.#allowance = Math.min(this.#burst, this.#allowance + (elapsed * this.#limits.perSecond) / 1000);
    this.#refilledAt = now;
    return Math.max(0, Math.min(Math.floor(this.#allowance), this.#limits.concurrency - this.#underWay));
  }

  /** Milliseconds until a full burst may begin; what ends sooner makes room sooner. */
  get refillMs(): number {
    return Math.ceil(((this.#burst - this.#allowance) / this.#limits.perSecond) * 1000);
  }

  begin(count: number): void {
    this.#allowance -= count;
    this.#underWay += count;
  }

  end(count: number): void {
    this.#underWay -= count;
  }
}
