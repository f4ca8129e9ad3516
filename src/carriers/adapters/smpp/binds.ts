import type { Logger } from 'pino';
import type { SmppSettings } from './credential.ts';
import { type Deliver, SmppSession, type SmppTiming, type Submitted } from './session.ts';

/**
 * All connections to one gateway. A message goes over the connection that has least to do. What the gateway
 * delivers comes over any of them, or over a separate receiver. They share one rate.
 */
export class SmppBinds {
  readonly #perSecond: number;
  readonly #senders: readonly SmppSession[];
  readonly #receivers: readonly SmppSession[];
  /** For each connection, the messages without an answer, and those that wait for it. */
  readonly #busy = new Map<SmppSession, number>();
  #nextTurn = 0;

  constructor(settings: SmppSettings, log: Logger, timing: SmppTiming, deliver: Deliver) {
    const isSeparate = settings.bind === 'separate';
    const open = (role: 'transceiver' | 'transmitter' | 'receiver') =>
      new SmppSession(settings, { log, timing, deliver, role });
    this.#perSecond = settings.perSecond;
    this.#senders = Array.from({ length: settings.binds }, () => open(isSeparate ? 'transmitter' : 'transceiver'));
    this.#receivers = isSeparate ? [open('receiver')] : [];
  }

  async start(): Promise<void> {
    await Promise.all(this.#all.map((session) => session.start()));
  }

  /**
   * Names the fault; null if there is none: messages can be sent as long as one of several connections can send them.
   */
  async check(): Promise<string | null> {
    const faults = await Promise.all(this.#senders.map((session) => session.check()));
    const [received = null] = await Promise.all(this.#receivers.map((session) => session.check()));
    if (faults.every((fault) => fault !== null)) return faults[0] ?? null;
    return received;
  }

  /** Hands over one message within `timeoutMs`, and at most as many in a second as the gateway accepts. */
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

  /** One of the bound connections; if none is bound, the first one reports what is wrong. */
  get #leastBusy(): SmppSession {
    const [first, ...others] = this.#senders;
    if (!first) throw new RangeError('a gateway has at least one connection');
    const load = (session: SmppSession) => (session.isBound ? this.#busyOf(session) : Infinity);
    return others.reduce((least, other) => (load(other) < load(least) ? other : least), first);
  }

  #busyOf = (session: SmppSession): number => this.#busy.get(session) ?? 0;

  /** Waits for this message's turn: each part of a long message needs one. */
  async #turn(): Promise<void> {
    const now = performance.now();
    const pace = 1000 / this.#perSecond;
    // A tenth of a second's rate may start at once.
    this.#nextTurn = Math.max(this.#nextTurn, now - 100) + pace;
    const wait = this.#nextTurn - now;
    if (wait > 0) await Bun.sleep(wait);
  }
}
