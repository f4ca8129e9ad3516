import type { Deps } from '../deps.ts';
import { transact } from '../events/transact.ts';
import { Runner } from '../kit/runner.ts';
import { callbackUrl } from '../providers/callback-url.ts';
import { type Carrier, SEND_TIMEOUT_MS, type SendResult } from '../providers/port.ts';
import { readActive } from '../providers/registry.ts';
import { applyChanges, type RecipientChange } from './apply-changes.ts';
import { type ClaimedRecipient, claimRecipients } from './claim.ts';
import { changeAfterSend } from './outcome.ts';
import { Throttle } from './throttle.ts';

/** Answers that come within this time are stored together. */
const GATHER_MS = 10;
const MAX_STORED_AT_ONCE = 500;
/** With no room on the carrier the queue is looked at again after this time at the soonest. */
const SHORTEST_WAIT_MS = 20;

/**
 * Takes recipients from the queue, hands them to the active carrier and stores what it answered. Any
 * number of processes may do so side by side: a claim is one process's own. No transaction is open while
 * a carrier is being waited for.
 */
export class Dispatcher {
  #throttles = new Map<string, Throttle>();
  #underWay = new Set<Promise<void>>();
  #changes: RecipientChange[] = [];
  #wait: Timer | null = null;
  #stopped = false;
  readonly #claiming = new Runner(() => this.#claimAll());
  readonly #storing = new Runner(() => this.#storeAll());
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** There may be something in the queue. Costs nothing while the carrier has no room. */
  wake(): void {
    if (!this.#wait && !this.#stopped) this.#claiming.wake();
  }

  /** Claims nothing more, waits for the carriers' answers and stores them. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#wait) clearTimeout(this.#wait);
    await this.#claiming.stop();
    await Promise.all(this.#underWay);
    await this.#storing.stop();
    await this.#storeAll();
  }

  async #claimAll(): Promise<void> {
    try {
      while (!this.#stopped && (await this.#claimOnce())) continue;
    } catch (error) {
      this.#deps.log.warn({ error }, 'taking messages from the queue failed');
    }
  }

  /** @returns whether there may be more right now */
  async #claimOnce(): Promise<boolean> {
    const carrier = this.#deps.carriers.find(await readActive(this.#deps));
    // Until the next probe chooses another, the active one may be one that is not configured any more.
    if (!carrier) return false;
    const throttle = this.#throttleOf(carrier);
    const room = throttle.room(performance.now());
    if (room === 0) {
      this.#wakeIn(Math.max(SHORTEST_WAIT_MS, throttle.refillMs));
      return false;
    }
    const claimed = await claimRecipients(this.#deps, carrier.name, room);
    throttle.begin(claimed.length);
    for (const recipient of claimed) this.#handOver(carrier, throttle, recipient);
    return claimed.length === room;
  }

  #throttleOf(carrier: Carrier): Throttle {
    const known = this.#throttles.get(carrier.name);
    if (known) return known;
    const throttle = new Throttle(carrier.limits, performance.now());
    this.#throttles.set(carrier.name, throttle);
    return throttle;
  }

  #wakeIn(milliseconds: number): void {
    this.#wait = setTimeout(() => {
      this.#wait = null;
      this.#claiming.wake();
    }, milliseconds);
  }

  #handOver(carrier: Carrier, throttle: Throttle, recipient: ClaimedRecipient): void {
    const sending = this.#send(carrier, recipient).then((result) => {
      throttle.end(1);
      this.#underWay.delete(sending);
      if (result.kind === 'uncertain') {
        this.#deps.log.warn({ carrier: carrier.name, detail: result.detail }, 'a send has no clear outcome');
      }
      const change = changeAfterSend(carrier, recipient, result, this.#deps.clock.now());
      if (!change) return;
      this.#changes.push(change);
      this.#storing.wake();
    });
    this.#underWay.add(sending);
  }

  /** Never rejects: whatever goes wrong on the way, the message may have left. */
  async #send(carrier: Carrier, recipient: ClaimedRecipient): Promise<SendResult> {
    const { promise: late, resolve } = Promise.withResolvers<SendResult>();
    const timer = setTimeout(() => resolve({ kind: 'uncertain', detail: 'no answer' }), SEND_TIMEOUT_MS);
    const answered = carrier
      .sendSms({
        reference: recipient.id,
        sender: recipient.sender_id,
        number: recipient.number,
        text: recipient.message,
        callbackUrl: callbackUrl(this.#deps.config, carrier.name),
      })
      .catch((error: unknown): SendResult => ({
        kind: 'uncertain',
        detail: error instanceof Error ? error.message : 'failed',
      }));
    return Promise.race([answered, late]).finally(() => clearTimeout(timer));
  }

  /** What cannot be stored is not lost: its claim runs out, and the carrier is asked. */
  async #storeAll(): Promise<void> {
    if (!this.#stopped) await Bun.sleep(GATHER_MS);
    while (this.#changes.length > 0) {
      const changes = this.#changes.splice(0, MAX_STORED_AT_ONCE);
      try {
        await transact(this.#deps, (tx) => applyChanges(tx, changes));
      } catch (error) {
        this.#deps.log.error({ error, recipients: changes.length }, "storing a carrier's answers failed");
      }
    }
  }
}
