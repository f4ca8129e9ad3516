import { type Disturbance, DISTURBANCES } from './system.ts';

/** How often a run says how far it is. */
const SAYS_EVERY_MS = 10_000;

/** So many operations, and the disturbances amid them. */
export interface Done {
  operations: number;
  disturbances: Disturbance[];
}

/** How far a run is. */
export class Progress {
  #operations = 0;
  #isStopped = false;
  readonly #disturbances = new Map<Disturbance, number>(DISTURBANCES.map((each) => [each, 0]));
  readonly #beganAt = performance.now();
  #saidAt = this.#beganAt;

  constructor(private readonly wanted: number) {}

  get operations(): number {
    return this.#operations;
  }

  add({ operations, disturbances }: Done): void {
    this.#operations += operations;
    for (const each of disturbances) this.#disturbances.set(each, this.#times(each) + 1);
  }

  readonly #times = (disturbance: Disturbance): number => this.#disturbances.get(disturbance) ?? 0;

  /** True once enough is done, or the run was stopped. It is never enough before each disturbance has happened. */
  get isOver(): boolean {
    const isEnough = this.#operations >= this.wanted && DISTURBANCES.every((each) => this.#times(each) > 0);
    return this.#isStopped || isEnough;
  }

  /** Ends the run after what it does now. */
  readonly stop = (): void => {
    this.#isStopped = true;
  };

  /** Prints how far the run is, now and then and at its end. @param next the seed that continues it */
  say(next: number): void {
    const now = performance.now();
    if (!this.isOver && now - this.#saidAt < SAYS_EVERY_MS) return;
    this.#saidAt = now;
    const perSecond = (this.#operations / (now - this.#beganAt)) * 1000;
    const disturbances = DISTURBANCES.map((each) => `${each} ${this.#times(each)} times`).join(', ');
    console.log(
      `model: ${this.#operations} operations, ${perSecond.toFixed(0)} a second; ${disturbances}; MODEL_SEED=${next} continues`,
    );
  }
}
