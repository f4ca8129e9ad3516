import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../platform/kit/errors.ts';
import { allOrNone, httpAddress, optional, withDefault } from '../../platform/kit/settings.ts';
import type {
  Carrier,
  CarrierCallback,
  CarrierHost,
  CarrierPrice,
  Health,
  OutgoingSms,
  Receipt,
  SendResult,
  SignedNews,
} from '../port.ts';
import { badSignature, sameSecret } from './callback-signature.ts';
import { asForm, CarrierClient, type Fields } from './carrier-client.ts';
import { carrierSettings, withoutSlash } from './carrier-settings.ts';
import { customerWords, type Fault } from './faults.ts';
import { type Outcomes, wordsOf } from './form-callbacks.ts';
import {
  faultOfStatus,
  healthFrom,
  httpAdapter,
  refusalFrom,
  refusedFor,
  success,
  type Timeouts,
  withPlus,
} from './http-carrier.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

const NAME = 'africas-talking';

const environment = {
  AFRICAS_TALKING_USERNAME: optional(z.string()),
  AFRICAS_TALKING_API_KEY: optional(z.string()),
  /** Part of the address for reports, because the carrier signs nothing. */
  AFRICAS_TALKING_CALLBACK_SECRET: optional(
    z.string().regex(/^[\w-]{16,200}$/, 'must be 16 to 200 letters, digits, - and _'),
  ),
  AFRICAS_TALKING_BASE_URL: withDefault(httpAddress, 'https://api.africastalking.com'),
};

interface AfricasTalkingSettings {
  username: string;
  apiKey: string;
  callbackSecret: string;
  baseUrl: string;
}

const settings = carrierSettings(environment, (values): AfricasTalkingSettings | null => {
  const set = allOrNone(
    values,
    'AFRICAS_TALKING_USERNAME',
    'AFRICAS_TALKING_API_KEY',
    'AFRICAS_TALKING_CALLBACK_SECRET',
  );
  return (
    set && {
      username: set.AFRICAS_TALKING_USERNAME,
      apiKey: set.AFRICAS_TALKING_API_KEY,
      callbackSecret: set.AFRICAS_TALKING_CALLBACK_SECRET,
      baseUrl: withoutSlash(values.AFRICAS_TALKING_BASE_URL),
    }
  );
});

/**
 * Africa's Talking: messages. We place no calls with it, because its calls have no time limit and we cannot end them.
 * It has one address for all reports, which is set in its console. We cannot ask it by our reference.
 */
export const createAfricasTalking = httpAdapter(NAME, settings, (...given) => new AfricasTalkingCarrier(...given));

export const africasTalking = createAfricasTalking();

/** The `statusCode` of a recipient. */
const TAKEN = new Set([100, 101, 102]);
/** Faults within its platform: the outcome of the message is unknown. */
const INTERNAL_ERRORS = new Set([500, 501]);
const SEND_FAULTS: Record<number, Fault> = {
  401: 'other',
  402: 'sender_refused',
  403: 'invalid_number',
  404: 'invalid_number',
  405: 'account',
  406: 'opted_out',
  407: 'no_route',
  409: 'opted_out',
  502: 'blocked',
};

/** The `failureReason` of a report. */
const REPORT_FAULTS: Record<string, Fault> = {
  UserIsInactive: 'handset_unreachable',
  AbsentSubscriber: 'handset_unreachable',
  UserInBlackList: 'opted_out',
  DoNotDisturbRejection: 'opted_out',
  UserAccountSuspended: 'invalid_number',
  UserDoesNotExist: 'invalid_number',
  NotNetworkSubcriber: 'invalid_number',
};

const OUTCOMES: Outcomes = {
  Sent: 'sent',
  Submitted: 'sent',
  Buffered: 'sent',
  Success: 'delivered',
  Failed: 'undelivered',
  Rejected: 'undelivered',
  AbsentSubscriber: 'undelivered',
  Expired: 'undelivered',
};

const sentBody = z.object({
  SMSMessageData: z.object({
    Message: z.string(),
    Recipients: z.array(
      z.object({
        statusCode: z.number(),
        messageId: z.string().nullish(),
        // A strange price does not make a message uncertain that was taken.
        cost: z.string().nullish().catch(undefined),
      }),
    ),
  }),
});

/** Reads `KES 0.8000`; undefined where it names no currency. */
function priceOf(cost: string | null | undefined): CarrierPrice | undefined {
  const [, currency, amount] = /^([A-Z]{3}) (\d+(?:\.\d+)?)$/.exec(cost ?? '') ?? [];
  return currency && amount ? { currency, amount } : undefined;
}

/** For this long a copy of a report is recognised; the reports contain no time. */
const COPIES_KNOWN_MS = 7 * DAY_MS;

class AfricasTalkingCarrier implements Carrier {
  readonly name = NAME;
  readonly limits = { concurrency: 20, perSecond: 20 };
  readonly #settings: AfricasTalkingSettings;
  readonly #api: CarrierClient<Fields>;

  constructor(
    private readonly host: CarrierHost,
    set: AfricasTalkingSettings,
    timeouts: Timeouts,
  ) {
    this.#settings = set;
    this.#api = new CarrierClient({
      baseUrl: `${set.baseUrl}/version1`,
      headers: { apikey: set.apiKey, accept: 'application/json' },
      write: asForm,
      timeouts,
    });
  }

  async health(): Promise<Health> {
    return healthFrom(await this.#api.probe('/user', { username: this.#settings.username }));
  }

  async sendSms({ sender, number, text }: OutgoingSms): Promise<SendResult> {
    const answer = await this.#api.post('/messaging', {
      username: this.#settings.username,
      to: number,
      message: text,
      from: withPlus(sender),
      bulkSMSMode: '1',
    });
    const sent = success(answer, sentBody)?.SMSMessageData;
    if (!sent) {
      return refusalFrom(answer, { log: this.host.log, carrier: NAME }, (status) => ({
        code: String(status),
        fault: faultOfStatus(status),
      }));
    }
    const [recipient] = sent.Recipients;
    // An unknown sender is refused in a sentence, for all recipients at once.
    if (!recipient) {
      const fault = /sender/i.test(sent.Message) ? 'sender_refused' : 'other';
      return refusedFor(this.host.log, { carrier: NAME, code: sent.Message.slice(0, 40), fault });
    }
    const { statusCode: code, messageId, cost } = recipient;
    if (TAKEN.has(code)) {
      return messageId
        ? { kind: 'accepted', carrierMessageId: messageId, carrierPrice: priceOf(cost) }
        : { kind: 'uncertain', detail: 'no messageId' };
    }
    if (INTERNAL_ERRORS.has(code)) return { kind: 'uncertain', detail: `status ${code}` };
    return refusedFor(this.host.log, { carrier: NAME, code: String(code), fault: SEND_FAULTS[code] ?? 'other' });
  }

  async parseCallback({ url, body }: CarrierCallback): Promise<SignedNews<Receipt>> {
    const given = new URL(url).searchParams.get('secret') ?? '';
    if (!sameSecret(given, this.#settings.callbackSecret)) throw badSignature();
    const form = new URLSearchParams(body);
    const [id, status] = [form.get('id'), form.get('status')];
    if (!id || !status) throw new Problem('malformed_request', 'This report names no message');
    const seal = {
      signature: createHash('sha256').update(body).digest('base64'),
      staleAt: new Date(this.host.clock.now().getTime() + COPIES_KNOWN_MS),
    };
    const outcome = OUTCOMES[status];
    if (!outcome) return { news: [], seal, unread: wordsOf(form) };
    const reason = outcome === 'undelivered' ? (form.get('failureReason') ?? status) : undefined;
    const fault = REPORT_FAULTS[reason ?? ''] ?? (status === 'Expired' ? 'expired' : 'undelivered');
    const receipt = {
      carrierMessageId: id,
      outcome,
      customerWords: reason === undefined ? null : customerWords(fault),
      code: reason,
    };
    return { news: [receipt], seal };
  }
}
