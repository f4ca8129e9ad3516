import type { Deps } from '../../deps.ts';
import { Runner } from '../../../platform/kit/runner.ts';
import { type Carrier, type SendResult, SEND_TIMEOUT_MS } from '../../../carriers/port.ts';
import { type Preference, readPreference } from '../../../carriers/preference.ts';
import { choosesEach } from '../../../carriers/routing/traffic-rules.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import { asRequest, asStep, type Step } from '../../../platform/kit/request.ts';
import { callbackUrl } from '../../../carriers/callback-url.ts';
import { mediaUrl } from '../media/media-url.ts';
import { type ClaimedRecipient, claimRecipients, type HandOverDeadline, type Lane } from './claim.ts';
import { judgeSenders, outcomeOfSender } from './judge-senders.ts';
import {
  isTooLate,
  outcomeOfDelay,
  outcomeOfExpiry,
  outcomeOfOptOut,
  outcomeOfSend,
  withRoute,
} from './read-answer.ts';
import { Outcomes } from './outcome-writer.ts';
import { routeQueued } from './route-queued.ts';

/** If the carrier has no room, the queue is checked again after this time at the earliest. */
const SHORTEST_WAIT_MS = 20;
const FEW_AT_ONCE = 500;
/** The most that a large message sends in one run, in number and in time; then other messages have their turn. */
const RUN_RECIPIENTS = 2000;
const RUN_MS = 20_000;

/** The work that a lane still has: nothing due, due recipients, or due recipients without room. */
type Left = 'nothing' | 'more' | 'no-room';

/**
 * Takes recipients from the queue, hands them to the carriers and stores the answers. Several processes may do this at
 * the same time: each claim belongs to one process. No transaction is open while a carrier's answer is awaited.
 *
 * There are two lanes. Small messages are sent at once, in the process that accepted them. Large messages are sent run
 * by run, and each run is a job of the queue. Small messages go first.
 */
export class Dispatcher {
  #underWay = new Set<Promise<void>>();
  #fewWait = false;
  #stopped = false;
  readonly #few = new Runner(() => this.#sendFew());
  readonly #outcomes: Outcomes;

  constructor(private readonly deps: Deps) {
    this.#outcomes = new Outcomes(deps);
  }

  /** Tells the dispatcher that the queue may have recipients of small messages. */
  wake(): void {
    if (!this.#stopped) this.#few.wake();
  }

  /** Sends some due recipients of a large message; resolves when their answers are stored. */
  async sendSome(messageId: string): Promise<void> {
    const until = performance.now() + RUN_MS;
    const sent: Promise<void>[] = [];
    while (!this.#stopped && sent.length < RUN_RECIPIENTS && performance.now() < until) {
      const left = this.#fewWait ? 'no-room' : await this.#claim({ messageId }, RUN_RECIPIENTS - sent.length, sent);
      if (left === 'nothing') break;
      if (left === 'no-room') await Bun.sleep(SHORTEST_WAIT_MS);
    }
    await Promise.all(sent);
    await this.#outcomes.flush();
  }

  /** Claims no more, waits for the carriers' answers and stores them. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#few.stop();
    await Promise.all(this.#underWay);
    await this.#outcomes.stop();
  }

  async #sendFew(): Promise<void> {
    try {
      while (!this.#stopped) {
        const left = await this.#claim('few', FEW_AT_ONCE, []);
        this.#fewWait = left === 'no-room';
        if (left === 'nothing') return;
        if (left === 'no-room') await Bun.sleep(SHORTEST_WAIT_MS);
      }
    } catch (error) {
      this.deps.log.warn({ error }, 'taking messages from the queue failed');
    } finally {
      this.#fewWait = false;
    }
  }

  /** Starts sending what is due and has room; `sent` gets a promise for each recipient. */
  async #claim(lane: Lane, limit: number, sent: Promise<void>[]): Promise<Left> {
    const preference = await readPreference(this.deps, 'sms');
    const { busy, order, rules } = preference;
    this.deps.costsInUse.saw(order !== null || rules.limited || rules.senders.size > 0);
    const chosen = order !== null || choosesEach(rules) || rules.senders.size > 0;
    const more = chosen && (await routeQueued(this.deps, lane, preference));
    let left: Left = more ? 'more' : 'nothing';
    for (const carrier of busyLast(preference)) {
      const earlier = chosen ? { earlier: null } : earlierThan(carrier, preference);
      const { answered } = this.#outcomes;
      const claim = await claimRecipients(this.deps, { lane, carrier, limit, answered, ...earlier });
      const asked = Map.groupBy(claim.recipients, ({ opted_out: out }) => (out ? 'out' : 'in'));
      for (const recipient of asked.get('out') ?? []) this.#outcomes.add(outcomeOfOptOut(recipient));
      const { leave, stay } = await judgeSenders(this.deps, asked.get('in') ?? []);
      for (const recipient of stay) this.#outcomes.add(outcomeOfSender(recipient));
      for (const recipient of leave) {
        if (isTooLate(recipient)) this.#outcomes.add(outcomeOfExpiry(recipient));
        else sent.push(this.#send(carrier, recipient, claim.handOverBefore));
      }
      for (const { recipient, afterMs } of claim.waiting) {
        const dueAt = new Date(this.deps.clock.now().getTime() + afterMs);
        this.#outcomes.add(outcomeOfDelay(recipient, dueAt));
      }
      const taken = claim.recipients.length + claim.waiting.length;
      // Who has taken all the room waits a moment: otherwise each claim would be for the one whose answer came just now.
      if (claim.stuck || (taken > 0 && taken === claim.room && taken < limit)) left = 'no-room';
      else if ((claim.crowded || taken === limit) && left === 'nothing') left = 'more';
      // Usually recipients wait only for the active carrier.
      if (!chosen && !claim.elsewhere && busy.forSingle.size === 0) break;
    }
    return left;
  }

  #send(carrier: Carrier, recipient: ClaimedRecipient, before: HandOverDeadline): Promise<void> {
    const late = (result: SendResult) => this.#take(carrier, recipient, result);
    const sending = handOver(this.deps, { carrier, recipient, before, late }).then((result) => {
      this.#underWay.delete(sending);
      this.#take(carrier, recipient, result, recipient.attempts === 1 && !recipient.bulk);
    });
    this.#underWay.add(sending);
    return sending;
  }

  #take(carrier: Carrier, recipient: ClaimedRecipient, result: SendResult, isFirst = false): void {
    const { carriers, clock, config, log } = this.deps;
    if (result.kind === 'late') return this.#outcomes.add(outcomeOfDelay(recipient, clock.now()));
    if (result.kind === 'uncertain') {
      log.warn({ carrier: carrier.name, detail: result.detail }, 'a send has no clear outcome');
    }
    const asked = {
      ...{ name: carrier.name, canBeAsked: carrier.lookup !== undefined, all: carriers.names },
      ...{ busyMs: config.carrierBusySeconds * 1000, isFirst },
    };
    this.#outcomes.add(withRoute(outcomeOfSend({ asked, now: clock.now() }, recipient, result), recipient));
  }
}

/** The carriers in the order in which they are asked what they have room for: one that is too busy gets what is left. */
const busyLast = ({ carriers, busy }: Preference): Carrier[] =>
  carriers.toSorted((one, other) => Number(busy.forSingle.has(one.name)) - Number(busy.forSingle.has(other.name)));

/** The carriers that have to have refused a recipient before this one takes it. */
function earlierThan(carrier: Carrier, { carriers, busy }: Preference) {
  const names = carriers.slice(0, carriers.indexOf(carrier)).map(({ name }) => name);
  return {
    earlier: names.filter((name) => !busy.forAll.has(name)),
    earlierOfSingle: names.filter((name) => !busy.forSingle.has(name)),
  };
}

const NO_PICTURES: SendResult = {
  ...{ kind: 'refused', retry: 'other-carrier', code: 'no_mms' },
  customerWords: 'The carrier does not take pictures for this number',
};

interface HandOver {
  carrier: Carrier;
  recipient: ClaimedRecipient;
  before: HandOverDeadline;
  /** Gets an answer that comes after the time limit. */
  late?: (result: SendResult) => void;
}

const stepOf = ({ name }: Carrier, { id, message_id: message }: ClaimedRecipient): Step<SendResult> => ({
  name: 'dispatch message',
  kind: 'consumer',
  attributes: { 'messaging.system': name, 'messaging.message.id': message, 'topline.recipient.id': id },
  cameTo: ({ kind }) => ({ 'topline.outcome': kind }),
});

/**
 * Hands one claimed recipient to a carrier. It never rejects: after any error on the way, the message may have
 * been sent.
 *
 * A process that was stopped for longer than its claim hands nothing over, because another process may have claimed
 * the recipient meanwhile.
 */
export async function handOver(
  deps: Pick<Deps, 'config' | 'clock'>,
  { carrier, recipient, before, late }: HandOver,
): Promise<SendResult> {
  const mayLeave = () => deps.clock.now() <= before.at && performance.now() <= before.tick;
  if (!mayLeave()) return { kind: 'late' };
  const { media_key: key, sender_id: sender, number } = recipient;
  // It was accepted before there was this carrier, or while it still took pictures there.
  if (key !== null && !carrier.takesPicture?.({ sender, number })) return NO_PICTURES;
  try {
    const send = () =>
      carrier.sendSms({
        reference: recipient.id,
        ...{ sender, number },
        text: recipient.message,
        ...(key !== null && { mediaUrl: mediaUrl(deps.config.publicUrl, key) }),
        validityMinutes: recipient.validity_minutes,
        callbackUrl: callbackUrl({ deps }, carrier.name),
        mayLeave,
        late,
      });
    const answer = asRequest(recipient.request_id, () => asStep(stepOf(carrier, recipient), send));
    return await answerWithin(SEND_TIMEOUT_MS, answer, late);
  } catch (error) {
    return { kind: 'uncertain', detail: error instanceof Error ? error.message : 'failed' };
  }
}
