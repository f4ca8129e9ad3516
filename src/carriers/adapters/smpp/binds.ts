import type { Logger } from 'pino';
import type { Pdu } from 'smpp';
import type { SmppSettings } from './credential.ts';
import { SmppSession, type SmppTiming, type Submitted } from './session.ts';

/**
 * All connections to one gateway. A message goes by the one that has least to do; what the gateway delivers
 * comes by any of them, or by a receiver of its own. The rate is one for all.
 */
export class SmppBinds {
  readonly #perSecond: number;
  readonly #senders: readonly SmppSession[];
  readonly #receivers: readonly SmppSession[];
  /** Messages that each connection has not answered yet, or that wait for it. */
  readonly #busy = new Map<SmppSession, number>();
  #nextTurn = 0;

  /** @param deliver takes what the gateway delivers; a rejection makes it deliver that again */
  constructor(settings: SmppSettings, log: Logger, timing: SmppTiming, deliver: (pdu: Pdu) => Promise<void>) {
    const isSeparate = settings.bind === 'separate';
    const open = (role: 'transceiver' | 'transmitter' | 'receiver') =>
      new SmppSession(settings, { log, timing, deliver, role });
    this.#perSecond = settings.perSecond;
    this.#senders = Array.from({ length: settings.binds }, () =>
      open(isSeparate ? 'transmitter' : 'transceiver'),
    );
    this.#receivers = isSeparate ? [open('receiver')] : [];
  }

  async start(): Promise<void> {
    await Promise.all(this.#all.map((session) => session.start()));
  }

  /** What is wrong, null where nothing is: messages leave while one of several connections does. */
  async check(): Promise<string | null> {
    const faults = await Promise.all(this.#senders.map((session) => session.check()));
    const [received = null] = await Promise.all(this.#receivers.map((session) => session.check()));
    if (faults.every((fault) => fault !== null)) return faults[0] ?? null;
    return received;
  }

  /** Hands over one message within `timeoutMs`, at most so many in a second as the gateway takes. */
  async submit(...[fields, timeoutMs, submission]: Parameters<SmppSession['submit']>): Promise<Submitted> {
    const deadline = performance.now() + timeoutMs;
    await this.#turn();
    const session = this.#leastBusy;
    this.#busy.set(session, this.#busyOf(session) + 1);
    const answer = await session.submit(fields, deadline - performance.now(), submission);
    this.#busy.set(session, this.#busyOf(session) - 1);
    return answer;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#all.map((session) => session.stop()));
  }

  get #all(): readonly SmppSession[] {
    return [...this.#senders, ...this.#receivers];
  }

  /** Of those that are bound; where none is, the first says what is wrong. */
  get #leastBusy(): SmppSession {
    const [first, ...others] = this.#senders;
    if (!first) throw new RangeError('a gateway has at least one connection');
    const load = (session: SmppSession) => (session.isBound ? this.#busyOf(session) : Infinity);
    return others.reduce((least, other) => (load(other) < load(least) ? other : least), first);
  }

  #busyOf = (session: SmppSession): number => this.#busy.get(session) ?? 0;

  /** Waits for this message's turn: each part of a long message is one. */
  async #turn(): Promise<void> {
    const now = performance.now();
    const pace = 1000 / this.#perSecond;
    // A tenth of a second's worth may go at once.
    this.#nextTurn = Math.max(this.#nextTurn, now - 100) + pace;
    const wait = this.#nextTurn - now;
    if (wait > 0) await Bun.sleep(wait);
  }
}
