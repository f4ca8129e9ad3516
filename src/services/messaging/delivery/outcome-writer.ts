import type { Deps } from '../../deps.ts';
import { postgresCode, transact, type Transaction } from '../../../platform/events/transact.ts';
import { Runner } from '../../../platform/kit/runner.ts';
import { judgeTraffic } from '../../../carriers/health.ts';
import { countTraffic, noteNotBusy, type Sent, slowDown } from '../../../carriers/traffic.ts';
import { slowSender } from '../../../carriers/sender-gates.ts';
import { endHandOver } from './claim.ts';
import { applyChanges } from './apply-changes.ts';
import { type Outcome, recordAttempts } from './record-attempts.ts';

/**
 * Answers that arrive within this time are stored together; the time is short, because customers wait for small sends.
 */
const GATHER_MS = { few: 10, many: 150 } as const;
const MANY = 20;
const MAX_STORED_AT_ONCE = 500;

/** We try to store an answer again after this time, and then after twice as long each time. */
const AGAIN_MS = { first: 200, longest: 10_000 } as const;
/** How often a process that stops tries to store its remaining answers. */
const LAST_TRIES = 5;

/** PostgreSQL's error classes about a row and not the connection: wrong data, broken constraints. */
const CONCERNS_ROWS = /^2[23]/;

/** A carrier's answer until it is stored. */
interface Kept {
  outcome: Outcome;
  /** It was tried before, and may have been stored although the database's answer was lost. */
  again: boolean;
}

/**
 * Stores carriers' answers, many at a time. An answer that cannot be stored is kept and tried again until it can be;
 * one that is itself faulty does not delay the others.
 */
export class Outcomes {
  #waiting: Kept[] = [];
  readonly #unstored = new Set<string>();
  /** Answers that could not be stored and wait for the next try. */
  #failed: Kept[] = [];
  #failures = 0;
  #retry: Timer | null = null;
  readonly #storing = new Runner(() => this.#storeGathered());

  constructor(private readonly deps: Deps) {}

  /**
   * Recipients whose answers wait for being stored: so many at most that storing is never far behind. A carrier that
   * fails gets no more before its failures are stored and judged.
   */
  get answered(): string[] {
    return [...this.#unstored].slice(0, MAX_STORED_AT_ONCE);
  }

  add(outcome: Outcome): void {
    this.#waiting.push({ outcome, again: false });
    if (!outcome.failure) this.#unstored.add(outcome.recipient.id);
    this.#storing.wake();
  }

  /** Tries once to store all present answers, and does not wait for more. */
  async flush(): Promise<void> {
    await this.#storeWaiting();
  }

  async stop(): Promise<void> {
    await this.#storing.stop();
    for (let tries = 1; tries <= LAST_TRIES; tries++) {
      if (tries > 1) await Bun.sleep(AGAIN_MS.first);
      this.#tryAgain();
      await this.#storeWaiting();
      if (this.#retry) clearTimeout(this.#retry);
      if (this.#failed.length === 0) return;
    }
    // Their claims will end, and then the carrier is asked.
    this.deps.log.error({ recipients: this.#failed.length }, "carriers' answers were not stored in the end");
  }

  async #storeGathered(): Promise<void> {
    await Bun.sleep(GATHER_MS.few);
    // A failure is stored at once: it may be what the next messages must not meet.
    if (this.#waiting.length > MANY && !this.#waiting.some(({ outcome }) => outcome.failure))
      await Bun.sleep(GATHER_MS.many);
    await this.#storeWaiting();
  }

  async #storeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const kept = this.#waiting.splice(0, MAX_STORED_AT_ONCE);
      const failed = await this.#store(kept);
      for (const { outcome } of kept) this.#unstored.delete(outcome.recipient.id);
      for (const { outcome } of failed) this.#failed.push({ outcome, again: true });
    }
    if (this.#failed.length === 0) this.#failures = 0;
    else this.#storeLater();
  }

  #storeLater(): void {
    if (this.#retry) return;
    const pause = Math.min(AGAIN_MS.first * 2 ** this.#failures, AGAIN_MS.longest);
    this.#failures += 1;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#tryAgain();
      this.#storing.wake();
    }, pause);
  }

  #tryAgain(): void {
    this.#waiting.unshift(...this.#failed.splice(0));
  }

  /** @returns the answers that could not be stored */
  async #store(kept: readonly Kept[]): Promise<readonly Kept[]> {
    try {
      await transact(this.deps, (tx) => storeOutcomes(tx, this.deps, kept));
    } catch (error) {
      this.deps.log.error({ error, recipients: kept.length }, "storing carriers' answers failed");
      if (kept.length === 1 || !CONCERNS_ROWS.test(postgresCode(error) ?? '')) return kept;
      const middle = Math.ceil(kept.length / 2);
      return [...(await this.#store(kept.slice(0, middle))), ...(await this.#store(kept.slice(middle)))];
    }
    const failed = kept.flatMap(({ outcome }) => (outcome.failure && outcome.attempt?.provider) ?? []);
    if (failed.length > 0) await this.#judge(failed);
    return [];
  }

  async #judge(failed: readonly string[]): Promise<void> {
    try {
      await judgeTraffic(this.deps, failed);
    } catch (error) {
      this.deps.log.warn({ error }, 'how carriers fare could not be judged');
    }
  }
}

async function storeOutcomes(tx: Transaction, deps: Deps, kept: readonly Kept[]): Promise<void> {
  // A late answer replaces a missing answer for the same recipient, and counts.
  const last = new Map(kept.flatMap(({ outcome: { change } }) => (change ? [[change.id, change]] : [])));
  const applied = await applyChanges(tx, [...last.values()]);
  const changed = new Set(applied.map(({ id }) => id));
  // An answer that was tried before and changes nothing now was already stored: it is not counted twice.
  const news = kept
    .filter(({ outcome, again }) => !again || !outcome.change || changed.has(outcome.recipient.id))
    .map(({ outcome }) => outcome);
  recordAttempts(tx, news, applied);
  const silent = news.filter(({ change }) => change === null).map(({ recipient }) => recipient);
  if (silent.length > 0) await endHandOver(tx, silent);
  await countTraffic(tx, news.flatMap(toTraffic));
  await noteNotBusy(tx, [...new Set(news.flatMap(answeredBy))].toSorted());
  await slowDownWhereBusy(tx, deps, news);
}

/** The carrier, where it did not say that it is too busy for everybody. */
const answeredBy = ({ attempt, busyFor, busySender }: Outcome): string[] =>
  attempt && attempt.answer !== 'uncertain' && (busyFor === undefined || busySender !== undefined)
    ? [attempt.provider]
    : [];

/** A busy carrier counts neither as healthy nor as failing. */
const toTraffic = ({ attempt, change, failure, busyFor }: Outcome): Sent[] =>
  attempt && busyFor === undefined
    ? [{ carrier: attempt.provider, failure: failure ?? null, retried: change?.to === 'queued' }]
    : [];

async function slowDownWhereBusy(tx: Transaction, { carriers }: Deps, news: readonly Outcome[]): Promise<void> {
  const busy = news.filter(({ busyFor, busySender }) => busyFor !== undefined && busySender === undefined);
  const byCarrier = Map.groupBy(busy, ({ attempt }) => attempt?.provider ?? '');
  for (const name of [...byCarrier.keys()].toSorted()) {
    const perSecond = carriers.find(name)?.limits.perSecond;
    const pauses = byCarrier.get(name)?.map(({ busyFor = 0 }) => busyFor) ?? [];
    if (perSecond) await slowDown(tx, name, { perSecond, retryAfterMs: Math.max(...pauses) });
  }
  const bySender = Map.groupBy(
    news.flatMap(({ attempt, busyFor = 0, busySender }) =>
      attempt && busySender !== undefined ? [{ carrier: attempt.provider, sender: busySender, busyFor }] : [],
    ),
    ({ carrier, sender }) => `${carrier} ${sender}`,
  );
  for (const key of [...bySender.keys()].toSorted()) {
    const [first, ...others] = bySender.get(key) ?? [];
    const perSecond = first && carriers.find(first.carrier)?.limits.perSecond;
    if (!perSecond) continue;
    const retryAfterMs = Math.max(first.busyFor, ...others.map(({ busyFor }) => busyFor));
    await slowSender(tx, first, { perSecond, retryAfterMs });
  }
}
