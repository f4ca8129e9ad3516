import type { Pdu, Session } from '../../carriers/adapters/smpp/library.ts';
import { authenticate } from '../../callers/caller.ts';
import { asRequest, newRequestId } from '../../platform/kit/request.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { SECOND_MS } from '../../platform/kit/durations.ts';
import type { Subscriber } from '../../platform/events/bus.ts';
import type { Deps } from '../deps.ts';
import { forgetAnswers } from '../messaging/sending/forget-answers.ts';
import { type BoundAccount, BindRefused, forgetBind, identify, noteBind } from './bind.ts';
import { type ClaimedDelivery, deliverFields, forgetDelivery, giveBack } from './deliveries.ts';
import { cancelSubmission, querySubmission } from './look-up.ts';
import { readSubmission } from './read-submission.ts';
import { STATUS, statusOf } from './statuses.ts';
import { answersPath, submit } from './submit.ts';
import { Unanswered } from './unanswered.ts';

/** A connection that has not bound by then is closed. */
const BIND_MS = 15 * SECOND_MS;
/** A silent gateway is asked for a sign of life, and given up after three times as long. */
const ENQUIRE_MS = 30 * SECOND_MS;
const ANSWER_MS = 20 * SECOND_MS;
/** A gateway that does not read our answers is given up. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/** From this version on there are optional parameters, and the answer to a bind names ours. */
const VERSION = 0x34;

type Role = 'transceiver' | 'transmitter' | 'receiver';
type Fields = Record<string, string | number | Buffer>;
type Work = (account: BoundAccount, pdu: Pdu) => Promise<Fields>;

/** One connection of a customer's gateway, from its bind to its end. */
export class CustomerSession {
  readonly #unanswered: Unanswered;
  #account: BoundAccount | null = null;
  #bindId: string | null = null;
  #role: Role | null = null;
  #takesParameters = false;
  #subscriber: Subscriber | null = null;
  #heard = performance.now();
  #underWay = 0;
  #allowance = { left: 0, at: performance.now() };
  /** Deliveries without an answer so far. */
  readonly #delivering = new Map<string, (status: number | null) => void>();
  #ended = false;

  /** @param changed something can be delivered by it, or it has gone */
  constructor(
    private readonly deps: Deps,
    private readonly session: Session,
    private readonly peer: { address: string; changed(): void },
  ) {
    this.#unanswered = new Unanswered(async (keys) => {
      const account = this.#account;
      if (!account) return;
      await forgetAnswers(deps, { userId: account.userId, path: answersPath(account.keyId), keys }).catch(
        (error: unknown) => deps.log.warn({ error }, 'the same text within five minutes may count once'),
      );
    });
    this.#listen();
  }

  get keyId(): string | null {
    return this.#bindId === null ? null : (this.#account?.keyId ?? null);
  }
  get bindId(): string | null {
    return this.#bindId;
  }
  get isOver(): boolean {
    return this.#ended && this.#underWay === 0;
  }

  /** How many deliveries it takes now. */
  get room(): number {
    if (this.#ended || !this.#account || this.#role === 'transmitter' || this.#bindId === null) return 0;
    return Math.max(0, this.#account.openRequests - this.#delivering.size);
  }

  deliver(delivery: ClaimedDelivery): void {
    const { id } = delivery;
    const timer = setTimeout(() => this.session.destroy(), ANSWER_MS);
    const end = async (status: number | null) => {
      clearTimeout(timer);
      if (!this.#delivering.delete(id)) return;
      await (status === STATUS.ok ? forgetDelivery(this.deps, id) : giveBack(this.deps, id, status !== null));
      this.peer.changed();
    };
    const ended = (status: number | null) =>
      void end(status).catch((error: unknown) => this.deps.log.warn({ error }, 'a delivery by SMPP may come twice'));
    this.#delivering.set(id, ended);
    const all = deliverFields(delivery, this.deps.clock.now(), this.#takesParameters);
    let left = all.length;
    for (const fields of all) {
      const isSent = this.session.deliver_sm(fields, ({ command_status: status }) => {
        left -= 1;
        if (left === 0 || status !== STATUS.ok) ended(status);
      });
      if (!isSent) return ended(null);
    }
  }

  /** Ends the bind from our side; requests under way are answered. */
  unbind(): void {
    if (this.#ended) return;
    this.#ended = true;
    setTimeout(() => this.session.destroy(), 2 * SECOND_MS).unref();
    if (!this.session.unbind({}, () => this.session.close())) this.session.destroy();
  }

  /** Asks for a sign of life where there was none for long. */
  watch(): void {
    const silent = performance.now() - this.#heard;
    if (this.#bindId === null ? silent > BIND_MS : silent > 3 * ENQUIRE_MS) this.session.destroy();
    else if (this.#bindId !== null && silent > ENQUIRE_MS) this.session.enquire_link({}, () => {});
  }

  #listen(): void {
    const session = this.session;
    // Without a listener an `error` would end the process; what the package could not read leaves it stuck.
    session.on('error', () => session.destroy());
    session.on('close', () => void this.#gone());
    session.on('pdu', ({ command }: Pdu) => {
      this.#heard = performance.now();
      if (command === undefined) session.destroy();
    });
    for (const role of ['transceiver', 'transmitter', 'receiver'] as const) {
      session.on(`bind_${role}`, (pdu: Pdu) => void this.#bind(pdu, role));
    }
    for (const command of ['submit_sm', 'submit_multi', 'data_sm']) {
      session.on(command, (pdu: Pdu) => void this.#submit(pdu));
    }
    this.#on('query_sm', STATUS.queryFailed, async (account, pdu): Promise<Fields> => {
      const found = await querySubmission(this.deps, account, pdu.message_id ?? '');
      if (!found) return { command_status: STATUS.queryFailed };
      const { state, at } = found;
      return { ...{ message_id: pdu.message_id ?? '', message_state: state }, ...(at && { final_date: timeOf(at) }) };
    });
    this.#on('cancel_sm', STATUS.cannotCancel, async (account, pdu) => {
      await cancelSubmission(this.deps, account, pdu.message_id ?? '');
      return {};
    });
    session.on('replace_sm', (pdu: Pdu) => this.#answer(pdu, { command_status: STATUS.badCommand }));
    session.on('unknown', (pdu: Pdu) => this.#answer(pdu, {}));
    session.on('enquire_link', (pdu: Pdu) => this.#answer(pdu, {}));
    session.on('unbind', (pdu: Pdu) => void this.#leave(pdu));
  }

  #on(command: string, failed: number, work: Work): void {
    this.session.on(command, (pdu: Pdu) => {
      const account = this.#ended ? null : this.#account;
      if (!account || !this.#mayStart(account)) {
        return this.#answer(pdu, { command_status: account ? STATUS.throttled : STATUS.badBindState });
      }
      this.#underWay += 1;
      void work(account, pdu)
        .catch((error: unknown) => ({ command_status: error instanceof Problem ? failed : this.#fault(error) }))
        .then((answer) => this.#answer(pdu, answer))
        .finally(() => (this.#underWay -= 1));
    });
  }

  async #submit(pdu: Pdu): Promise<void> {
    const account = this.#role === 'receiver' || this.#ended || this.#bindId === null ? null : this.#account;
    if (!account) return void this.#answer(pdu, { command_status: STATUS.badBindState });
    if (!this.#mayStart(account)) return void this.#answer(pdu, { command_status: STATUS.throttled });
    this.#underWay += 1;
    try {
      const submission = readSubmission(pdu, this.deps.clock.now());
      const turn = this.#unanswered.turnOf(submission.words);
      try {
        const id = await asRequest(newRequestId(), () => submit(this.deps, account, submission, turn.place));
        if (this.#answer(pdu, { message_id: id })) turn.answered(`${submission.words} ${turn.place}`);
      } catch (error) {
        turn.refused();
        throw error;
      }
    } catch (error) {
      this.#answer(pdu, { command_status: this.#fault(error) });
    } finally {
      this.#underWay -= 1;
    }
  }

  /** The window and the rate of a bind: a second's rate may come at once. */
  #mayStart({ openRequests, perSecond }: BoundAccount): boolean {
    const now = performance.now();
    const { left, at } = this.#allowance;
    const allowed = Math.min(perSecond, left + ((now - at) / SECOND_MS) * perSecond);
    const may = this.#underWay < openRequests && allowed >= 1;
    this.#allowance = { left: may ? allowed - 1 : allowed, at: now };
    return may;
  }

  #fault(error: unknown): number {
    const status = statusOf(error);
    if (status === STATUS.systemError) this.deps.log.warn({ error }, 'a request by SMPP failed');
    return status;
  }

  #answer(pdu: Pdu, fields: Fields): boolean {
    if (this.session.socket.writableLength > MOST_UNREAD_BYTES) {
      this.session.destroy();
      return false;
    }
    return this.session.send(pdu.response(fields));
  }

  async #bind(pdu: Pdu, role: Role): Promise<void> {
    if (this.#role !== null) return void this.#answer(pdu, { command_status: STATUS.alreadyBound });
    this.#role = role;
    this.#takesParameters = (pdu.interface_version ?? 0) >= VERSION;
    try {
      const { system_id: systemId = '', password = '' } = pdu;
      const account = await identify(this.deps, { systemId, password, address: this.peer.address });
      const { keyId, userId, credential, perSecond } = account;
      // First it listens for the end of the key, then it looks whether that has come.
      this.#subscriber = {
        ...{ userId, isAdmin: false, duty: null, credentialId: keyId },
        deliver: () => {},
        close: () => this.unbind(),
      };
      await this.deps.bus.subscribe(this.#subscriber);
      await authenticate(this.deps, credential);
      this.#account = account;
      this.#allowance = { left: perSecond, at: performance.now() };
      this.#bindId = await noteBind(this.deps, account, {
        ...{ address: this.peer.address, receives: role !== 'transmitter' },
      });
    } catch (error) {
      const refused = error instanceof BindRefused ? error.status : STATUS.bindFailed;
      if (!(error instanceof BindRefused || error instanceof Problem))
        this.deps.log.warn({ error }, 'a bind by SMPP failed');
      this.#answer(pdu, { command_status: refused });
      return this.session.close();
    }
    // It may have gone meanwhile.
    if (this.#ended) return this.#gone();
    this.deps.keyUses.set(this.#account.credential.tokenHash, this.deps.clock.now());
    this.#answer(pdu, { system_id: 'smsc', ...(this.#takesParameters && { sc_interface_version: VERSION }) });
    this.peer.changed();
  }

  async #leave(pdu: Pdu): Promise<void> {
    this.#ended = true;
    await this.#unanswered.flush();
    this.#answer(pdu, {});
    this.session.close();
  }

  async #gone(): Promise<void> {
    this.#ended = true;
    this.#unanswered.close();
    if (this.#subscriber) this.deps.bus.unsubscribe(this.#subscriber);
    const id = this.#bindId;
    this.#bindId = null;
    for (const ended of [...this.#delivering.values()]) ended(null);
    if (id) {
      await forgetBind(this.deps, id).catch((error: unknown) =>
        this.deps.log.warn({ error }, 'a bind counts for a minute more'),
      );
    }
    this.peer.changed();
  }
}

/** YYMMDDhhmmsstnnp in UTC, section 7.1.1. */
const timeOf = (time: Date): string => `${time.toISOString().replace(/\D/g, '').slice(2, 14)}000+`;
