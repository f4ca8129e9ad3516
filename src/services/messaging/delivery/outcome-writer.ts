import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { Runner } from '../../../platform/kit/runner.ts';
import { judgeTraffic } from '../../../carriers/health.ts';
import { countTraffic } from '../../../carriers/traffic.ts';
import { applyChanges } from './apply-changes.ts';
import { type Outcome, recordAttempts } from './record-attempts.ts';

/** Answers that come within this time are stored together: soon for the few that somebody waits for. */
const GATHER_MS = { few: 10, many: 150 } as const;
const MANY = 20;
const MAX_STORED_AT_ONCE = 500;

/** Stores what carriers answered, many answers at a time. */
export class Outcomes {
  #waiting: Outcome[] = [];
  #stopped = false;
  #pause: (() => void) | null = null;
  readonly #storing = new Runner(() => this.#storeAll());
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  add(outcome: Outcome): void {
    this.#waiting.push(outcome);
    this.#storing.wake();
  }

  /** Stores all there are now, and does not wait for more. */
  async flush(): Promise<void> {
    await this.#storeWaiting();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#pause?.();
    await this.#storing.stop();
    await this.#storeWaiting();
  }

  async #storeAll(): Promise<void> {
    await this.#gather(GATHER_MS.few);
    if (this.#waiting.length > MANY) await this.#gather(GATHER_MS.many);
    await this.#storeWaiting();
  }

  async #gather(milliseconds: number): Promise<void> {
    if (this.#stopped) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    this.#pause = resolve;
    await promise;
    clearTimeout(timer);
  }

  async #storeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) await this.#store(this.#waiting.splice(0, MAX_STORED_AT_ONCE));
  }

  /** What cannot be stored is not lost: its claim runs out, and the carrier is asked. */
  async #store(outcomes: readonly Outcome[]): Promise<void> {
    try {
      await transact(this.#deps, async (tx) => {
        const changes = outcomes.flatMap(({ change }) => change ?? []);
        await recordAttempts(tx, outcomes, await applyChanges(tx, changes));
        await countTraffic(tx, outcomes.flatMap(toTraffic));
      });
      if (outcomes.some(isFailure)) await judgeTraffic(this.#deps);
    } catch (error) {
      this.#deps.log.error({ error, recipients: outcomes.length }, "storing a carrier's answers failed");
    }
  }
}

const toTraffic = (outcome: Outcome) =>
  outcome.attempt ? [{ carrier: outcome.attempt.provider, failed: isFailure(outcome) }] : [];

/** Whether the carrier is to blame, and not the message: a number that nobody can reach is no fault of it. */
const isFailure = ({ attempt, change }: Outcome): boolean =>
  attempt?.answer === 'uncertain' || (attempt?.answer === 'refused' && change?.to === 'queued');
