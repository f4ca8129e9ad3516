import type { Pdu } from 'smpp';
import type {
  Adapter,
  Carrier,
  CarrierHost,
  CarrierLimits,
  Health,
  MessageListener,
  OutgoingSms,
  ReceiptListener,
  SendResult,
} from '../../port.ts';
import { type SmppSettings, smppSettings } from './credential.ts';
import { badSignature } from '../callback-signature.ts';
import { refused } from '../faults.ts';
import { idsOfParts } from '../ids-of-parts.ts';
import { refusedFor, TIMEOUTS, withoutPlus } from '../http-carrier.ts';
import type { IncomingSms } from '../../incoming-sms.ts';
import { readSmppMessage, wordsOf } from './incoming.ts';
import { otherForms, readDelivery, submittedId } from './receipt.ts';
import { SmppBinds } from './binds.ts';
import { AGAIN_WITHIN_MS, type Repeats } from './repeats.ts';
import type { SmppSession, SmppTiming, Submitted } from './session.ts';
import { concatenationHeader, type EncodedText, encodeText } from './text.ts';
import { FAULTS } from './reasons.ts';

const TIMING: SmppTiming = {
  ...TIMEOUTS,
  // Shorter than the time of a probe and of a message, so that both can say that the gateway did not answer.
  bindMs: 4000,
  enquireMs: 30_000,
  reconnectMs: 1000,
  reconnectMaxMs: 30_000,
};

/** Any carrier or gateway with SMPP 3.4. It reports over its own connection, and we cannot ask it by our reference. */
export const createSmpp = (timing: SmppTiming = TIMING): Adapter => ({
  name: 'smpp',
  environment: smppSettings.environment,
  configured: (config) => smppSettings.read(config) !== null,
  open: (host) => {
    const settings = smppSettings.read(host.config);
    if (!settings) throw new TypeError('smpp is not configured');
    return new SmppCarrier(host, settings, timing);
  },
});

export const smpp = createSmpp();

/** For how long a part waits after a busy gateway refused it, if the gateway had accepted earlier parts. */
const THROTTLED_PAUSE_MS = 250;

const ESM_CLASS_UDH = 0x40;
const REPORT_ON_ANY_END = 1;

type Fields = Parameters<SmppSession['submit']>[0];

class SmppCarrier implements Carrier {
  readonly name = 'smpp';
  readonly limits: CarrierLimits;
  readonly #binds: SmppBinds;
  #listener: ReceiptListener | null = null;
  #reader: MessageListener | null = null;

  constructor(
    private readonly host: CarrierHost,
    private readonly settings: SmppSettings,
    private readonly timing: SmppTiming,
  ) {
    this.limits = { concurrency: settings.window * settings.binds, perSecond: settings.perSecond };
    this.#binds = new SmppBinds(settings, host.log, timing, (pdu, repeats) => this.#take(pdu, repeats));
  }

  async health(): Promise<Health> {
    const fault = await this.#binds.check();
    return { healthy: fault === null, detail: fault };
  }

  async sendSms(sms: OutgoingSms): Promise<SendResult> {
    const { reference, sender, number, text, mayLeave, late } = sms;
    const messages = this.#messages(encodeText(text), reference);
    const addresses = { ...sourceOf(sender), ...destinationOf(number) };
    const deadline = performance.now() + this.timing.sendMs;
    const taken: string[] = [];
    const takeLate = (answer: Submitted) => {
      if (answer.kind === 'answered') late?.(this.#result(answer, taken));
    };
    for (const [index, message] of messages.entries()) {
      const isLast = index === messages.length - 1;
      const fields = {
        ...addresses,
        ...message,
        validity_period: validityPeriod(sms.validityMinutes ?? this.settings.validityMinutes),
        registered_delivery: REPORT_ON_ANY_END,
      };
      // A part that is refused after other parts were accepted is offered again, because half a message is
      // useless.
      const answer = await this.#submit(fields, deadline, {
        untilTaken: index > 0,
        mayLeave: index === 0 ? mayLeave : undefined,
        late: isLast ? takeLate : undefined,
      });
      if (answer.kind === 'answered' && answer.status === 0) {
        if (isLast) return this.#result(answer, taken);
        taken.push(answer.messageId);
        continue;
      }
      return index === 0 ? this.#result(answer) : incomplete(answer, index, messages.length);
    }
    throw new RangeError('a message has at least one part');
  }

  onReceipts(listener: ReceiptListener): void {
    this.#listener = listener;
    void this.#binds.start();
  }

  onMessages(reader: MessageListener): void {
    this.#reader = reader;
  }

  otherIds(carrierMessageId: string): string[] {
    return otherForms(carrierMessageId);
  }

  async close(): Promise<void> {
    await this.#binds.stop();
  }

  /**
   * It has no address for reports.
   * @throws bad_signature
   */
  async parseCallback(): Promise<never> {
    throw badSignature();
  }

  /**
   * Sends the parts of a text. Each part is reported on. The last part is sent when the others have been
   * accepted, and its id becomes the message's id.
   */
  #messages({ dataCoding, octets, parts }: EncodedText, reference: string): Fields[] {
    if (parts.length === 1) return [{ data_coding: dataCoding, short_message: octets }];
    if (this.settings.longMessages === 'payload') {
      return [{ data_coding: dataCoding, short_message: Buffer.alloc(0), message_payload: octets }];
    }
    return parts.map((part, index) => ({
      data_coding: dataCoding,
      esm_class: ESM_CLASS_UDH,
      short_message: Buffer.concat([concatenationHeader(reference, parts.length, index + 1), part]),
    }));
  }

  async #submit(
    fields: Fields,
    deadline: number,
    { untilTaken, ...submission }: { untilTaken: boolean } & NonNullable<Parameters<SmppSession['submit']>[2]>,
  ): Promise<Submitted> {
    for (;;) {
      const answer = await this.#binds.submit(fields, deadline - performance.now(), submission);
      const busy = answer.kind === 'answered' && FAULTS[answer.status] === 'throttled';
      if (!busy || !untilTaken || performance.now() + THROTTLED_PAUSE_MS > deadline) return answer;
      await Bun.sleep(THROTTLED_PAUSE_MS);
    }
  }

  /** @param before the ids of the parts that were accepted before this one */
  #result(answer: Submitted, before: readonly string[] = []): SendResult {
    if (answer.kind === 'not-sent') {
      if (answer.late) return { kind: 'late' };
      return answer.busy ? refused('busy', 'throttled') : refused('unreachable', 'unreachable');
    }
    if (answer.kind === 'no-answer') return { kind: 'uncertain', detail: answer.detail };
    if (answer.status === 0) {
      const { receiptIds } = this.settings;
      const ids = [...before, answer.messageId].map((id) => submittedId(id, receiptIds));
      return { kind: 'accepted', ...(idsOfParts(ids) ?? { carrierMessageId: '' }) };
    }
    const code = `0x${answer.status.toString(16).padStart(2, '0')}`;
    return refusedFor(this.host.log, { carrier: this.name, code, fault: FAULTS[answer.status] ?? 'other' });
  }

  async #take(pdu: Pdu, repeats: Repeats): Promise<() => void> {
    const delivered = readDelivery(pdu, this.settings.receiptIds);
    if (delivered.kind === 'message') return this.#read(readSmppMessage(pdu), repeats);
    if (!this.#listener) throw new Error('nobody takes receipts yet');
    if (delivered.kind === 'report') await this.#listener([delivered.receipt]);
    else await this.#listener([], delivered.text);
    return () => {};
  }

  async #read(message: IncomingSms, repeats: Repeats): Promise<() => void> {
    if (!this.#reader) throw new Error('nobody takes messages yet');
    const words = wordsOf(message);
    const turn = repeats.turnOf(words);
    const staleAt = new Date(this.host.clock.now().getTime() + AGAIN_WITHIN_MS);
    try {
      const forget = await this.#reader([message], { signature: `${words} ${turn.place}`, staleAt });
      const forgetOrSay = () =>
        forget().catch((error: unknown) => {
          this.host.log.warn({ error }, 'the same text within five minutes may count once');
        });
      return () => turn.answered(forgetOrSay);
    } catch (error) {
      turn.failed();
      throw error;
    }
  }
}

/** The time until which the gateway tries, counted from now: YYMMDDhhmmsstnnp of the specification, section 7.1.1. */
function validityPeriod(minutes: number): string {
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  return `0000${two(minutes / 1440)}${two((minutes % 1440) / 60)}${two(minutes % 60)}00000R`;
}

const incomplete = (answer: Submitted, taken: number, total: number): SendResult => ({
  kind: 'uncertain',
  detail: `${taken} of ${total} parts were taken, then ${answer.kind === 'answered' ? `status ${answer.status}` : answer.detail}`,
});

/** Types of number and numbering plans of the specification, sections 5.2.5 and 5.2.6. */
const INTERNATIONAL = { ton: 1, npi: 1 };
const SHORT_CODE = { ton: 3, npi: 0 };
const NAME = { ton: 5, npi: 0 };

function sourceOf(sender: string): Fields {
  const digits = withoutPlus(sender);
  const { ton, npi } = kindOf(digits);
  return { source_addr_ton: ton, source_addr_npi: npi, source_addr: digits };
}

function kindOf(sender: string): { ton: number; npi: number } {
  if (!/^\d+$/.test(sender)) return NAME;
  return sender.length > 6 ? INTERNATIONAL : SHORT_CODE;
}

const destinationOf = (number: string): Fields => ({
  dest_addr_ton: INTERNATIONAL.ton,
  dest_addr_npi: INTERNATIONAL.npi,
  destination_addr: withoutPlus(number),
});
