import type { Logger } from 'pino';
import type { Pdu, Session } from 'smpp';
import smpp from './library.ts';
import type { SmppSettings } from './credential.ts';
import type { Timeouts } from '../http-carrier.ts';
import { Repeats } from './repeats.ts';

/** How long a session waits, and how it keeps itself alive. */
export interface SmppTiming extends Timeouts {
  bindMs: number;
  /** The pause between two requests for a sign of life. */
  enquireMs: number;
  /** The pause before the first new attempt at a connection; doubled after each failure, up to `reconnectMaxMs`. */
  reconnectMs: number;
  reconnectMaxMs: number;
}

export type Submitted =
  | { kind: 'answered'; status: number; messageId: string }
  /** It was never handed to the connection; `late`: because it may no longer be sent. */
  | { kind: 'not-sent'; detail: string; busy?: true; late?: true }
  /** It may have arrived. */
  | { kind: 'no-answer'; detail: string };

type Fields = Parameters<Session['submit_sm']>[0];
type Settle = (outcome: Submitted) => void;

interface Submission {
  /** Gets an answer that comes after the time limit. */
  late?: Settle | undefined;
  /** Asked when it is this message's turn: whether it may still be sent. */
  mayLeave?: (() => boolean) | undefined;
}

const ESME_ROK = 0;
/** A temporary fault of ours: the gateway has to deliver it again. */
const ESME_RX_T_APPN = 0x64;
const INTERFACE_VERSION = 0x34;

/** The kind of connection: for sending, for receiving, or for both. */
export type Role = 'transceiver' | 'transmitter' | 'receiver';

/**
 * Takes what a gateway delivers; after a rejection the gateway delivers it again.
 * @param repeats of the connection
 * @returns what to do once it has been answered
 */
export type Deliver = (pdu: Pdu, repeats: Repeats) => Promise<() => void>;

interface SessionHost {
  log: Logger;
  timing: SmppTiming;
  deliver: Deliver;
  role: Role;
}

/**
 * One bound connection, which is made again with growing pauses whenever it is lost. At most `window`
 * messages are without an answer at one time; further ones wait for their turn.
 */
export class SmppSession {
  #session: Session | null = null;
  #bound = false;
  #stopped = false;
  #failures = 0;
  #fault = 'not connected yet';
  #attempt: PromiseWithResolvers<void> | null = null;
  #reconnect: Timer | null = null;
  #keepAlive: Timer | null = null;
  readonly #underWay = new Set<Settle>();
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly settings: SmppSettings,
    private readonly host: SessionHost,
  ) {}

  get isBound(): boolean {
    return this.#bound;
  }

  /**
   * Connects, if that has not begun yet.
   * @returns once the present attempt has succeeded or failed
   */
  async start(): Promise<void> {
    if (!this.#attempt && !this.#stopped) this.#connect();
    await this.#attempt?.promise;
  }

  /**
   * Asks the gateway for a sign of life. If a pause before the next attempt at a connection runs, the attempt
   * is made now: otherwise a gateway that is well again would count as down until the pause ends.
   * @returns what is wrong, or null
   */
  async check(): Promise<string | null> {
    if (this.#reconnect) this.#connect();
    await this.start();
    if (!this.#session || !this.#bound) return this.#fault;
    return (await this.#enquire(this.#session)) ? null : 'no answer to enquire_link';
  }

  /** Hands over one message within `timeoutMs`. */
  async submit(fields: Fields, timeoutMs: number, { late, mayLeave }: Submission = {}): Promise<Submitted> {
    const deadline = performance.now() + timeoutMs;
    await this.start();
    while (this.#bound && this.#underWay.size >= this.settings.window) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      await promise;
    }
    const session = this.#session;
    if (!session || !this.#bound) return { kind: 'not-sent', detail: this.#fault };
    if (mayLeave?.() === false) {
      this.#waiting.shift()?.();
      return { kind: 'not-sent', detail: 'its time was up', late: true };
    }
    const left = deadline - performance.now();
    // Without time for an answer, its result would stay unknown.
    if (left < timeoutMs / 10) {
      this.#waiting.shift()?.();
      return { kind: 'not-sent', detail: 'the window stayed full', busy: true };
    }
    return this.#hand(session, fields, left, late);
  }

  /** Unbinds from the gateway and does not connect again. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#reconnect) clearTimeout(this.#reconnect);
    this.#reconnect = null;
    const session = this.#session;
    if (!session) return;
    const closed = Promise.withResolvers<void>();
    session.on('close', () => closed.resolve());
    const impatience = setTimeout(() => session.destroy(), this.host.timing.healthMs);
    if (!this.#bound || !session.unbind({}, () => session.close())) session.destroy();
    await closed.promise;
    clearTimeout(impatience);
  }

  #hand(session: Session, fields: Fields, timeoutMs: number, late?: Settle): Promise<Submitted> {
    const { promise, resolve } = Promise.withResolvers<Submitted>();
    let isSettled = false;
    const settle: Settle = (outcome) => {
      if (isSettled) return late?.(outcome);
      isSettled = true;
      clearTimeout(timer);
      this.#underWay.delete(settle);
      this.#waiting.shift()?.();
      resolve(outcome);
    };
    const timer = setTimeout(() => settle({ kind: 'no-answer', detail: 'no answer to submit_sm' }), timeoutMs);
    this.#underWay.add(settle);
    const handed = session.submit_sm(fields, (answer) =>
      settle({ kind: 'answered', status: answer.command_status, messageId: answer.message_id ?? '' }),
    );
    if (!handed) settle({ kind: 'not-sent', detail: 'the connection is closing' });
    return promise;
  }

  #connect(): void {
    if (this.#reconnect) clearTimeout(this.#reconnect);
    this.#reconnect = null;
    const { host, port, tls } = this.settings;
    const attempt = Promise.withResolvers<void>();
    this.#attempt = attempt;
    const session = smpp.connect({ host, port, tls });
    this.#session = session;
    const impatience = setTimeout(() => this.#abandon(session, 'no answer to bind'), this.host.timing.bindMs);
    // Without a listener an `error` would end the process.
    session.on('error', (error: Error) => this.#abandon(session, error.message));
    session.on('close', () => {
      clearTimeout(impatience);
      this.#lost();
      attempt.resolve();
    });
    session.on(tls ? 'secureConnect' : 'connect', () => {
      session[`bind_${this.host.role}`](this.#credentials(), ({ command_status: status }) => {
        clearTimeout(impatience);
        if (status !== ESME_ROK) return this.#abandon(session, `bind refused with status ${status}`);
        this.#welcome(session);
        attempt.resolve();
      });
    });
    this.#answerRequests(session);
  }

  #credentials(): Fields {
    const { systemId, password, systemType } = this.settings;
    return { system_id: systemId, password, system_type: systemType, interface_version: INTERFACE_VERSION };
  }

  #welcome(session: Session): void {
    this.#bound = true;
    this.#failures = 0;
    this.#keepAlive = setInterval(() => void this.#enquire(session), this.host.timing.enquireMs);
    this.host.log.info({ host: this.settings.host }, 'bound to the SMPP gateway');
  }

  /** A gateway that does not answer counts as gone, even if its connection looks open. */
  #enquire(session: Session): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const end = (alive: boolean) => {
      clearTimeout(timer);
      session.off('close', gone);
      resolve(alive);
    };
    const gone = () => end(false);
    const timer = setTimeout(() => this.#abandon(session, 'no answer to enquire_link'), this.host.timing.healthMs);
    session.once('close', gone);
    if (!session.enquire_link({}, () => end(true))) end(false);
    return promise;
  }

  #answerRequests(session: Session): void {
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
    session.on('unknown', (pdu: Pdu) => session.send(pdu.response()));
    session.on('unbind', (pdu: Pdu) => {
      session.send(pdu.response());
      this.#fault = 'the gateway unbound';
      session.close();
    });
    const repeats = new Repeats();
    session.on('close', () => repeats.close());
    for (const command of ['deliver_sm', 'data_sm']) {
      session.on(command, (pdu: Pdu) => {
        this.host.deliver(pdu, repeats).then(
          (answered) => {
            if (session.send(pdu.response())) answered();
          },
          (error: unknown) => {
            this.host.log.warn({ error }, 'a delivery of the SMPP gateway was not taken');
            session.send(pdu.response({ command_status: ESME_RX_T_APPN }));
          },
        );
      });
    }
  }

  #abandon(session: Session, fault: string): void {
    this.#fault = fault;
    session.destroy();
  }

  /** Settles the messages without an answer, and connects again. */
  #lost(): void {
    this.#bound = false;
    this.#session = null;
    if (this.#keepAlive) clearInterval(this.#keepAlive);
    for (const settle of this.#underWay) settle({ kind: 'no-answer', detail: 'the connection was lost' });
    for (const proceed of this.#waiting.splice(0)) proceed();
    if (this.#stopped) return;
    const { reconnectMs, reconnectMaxMs } = this.host.timing;
    const pause = Math.min(reconnectMs * 2 ** this.#failures, reconnectMaxMs);
    this.#failures += 1;
    this.host.log.warn({ fault: this.#fault, pauseMs: pause }, 'not connected to the SMPP gateway');
    this.#reconnect = setTimeout(() => this.#connect(), pause);
  }
}
