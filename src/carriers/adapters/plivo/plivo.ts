import { z } from 'zod';
import { type IncomingSmsCarrier, type OwnNumber, withPlusSign } from '../../incoming-sms.ts';
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
} from '../../port.ts';
import type { AvailableNumber, BuyResult, NumberCarries } from '../../number-port.ts';
import { callsUrl } from '../../callback-url.ts';
import { requireSealed, sealedUrl, secretUrl } from '../callback-signature.ts';
import { type Fault, refused } from '../faults.ts';
import { type Outcomes, readMessageForm } from '../form-callbacks.ts';
import { fetchPicture } from '../fetch-picture.ts';
import { takesPicture, usSender } from '../united-states.ts';
import {
  expectOk,
  faultOfStatus,
  healthFrom,
  httpAdapter,
  priceFrom,
  refusalFrom,
  success,
  type Timeouts,
  withoutPlus,
} from '../http-carrier.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { callFlow, type CallPlan, leadsOn } from '../../call-flow.ts';
import type { IncomingCall, IncomingCallCarrier, IncomingCallNews } from '../../incoming-calls.ts';
import type { Instructions } from '../../voice-port.ts';
import { callerNumber } from '../call-faults.ts';
import { flowAddresses } from '../instructions-url.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';
import { CURRENCY, type PlivoApi, plivoApi, type PlivoSettings, plivoSettings } from './credential.ts';
import { readPlivoMessage } from './incoming.ts';
import { PlivoNumbers } from './numbers.ts';
import { checkPlivoSignature } from './signature.ts';
import { PlivoVoice, callNews } from './voice.ts';
import { REPORT_FAULTS } from './reasons.ts';
import { plivoMarkup } from './markup.ts';

/** A question that was not answered may come again within a day. */
const AGAIN_WITHIN_MS = DAY_MS;

/**
 * Calls to Plivo's numbers: the answer and hangup addresses of the numbers' application, both the same
 * (plivo.com/docs/account/api/application). The application is set with the address for messages.
 */
class PlivoCallsIn implements IncomingCallCarrier {
  /** A `Dial` shows the caller's number, unless it names another one. */
  readonly showsCaller = true;

  constructor(
    private readonly host: CarrierHost,
    private readonly authToken: string,
  ) {}

  async parse(callback: CarrierCallback): Promise<SignedNews<IncomingCall | IncomingCallNews>> {
    const { form, signature } = checkPlivoSignature(this.authToken, callback);
    const [carrierCallId, to] = [form.get('CallUUID'), form.get('To')];
    if (!carrierCallId || !to) throw new Problem('malformed_request', 'This is no call');
    const seal = { signature, staleAt: new Date(this.host.clock.now().getTime() + AGAIN_WITHIN_MS) };
    if (form.get('Direction') !== 'inbound') return { news: [], seal };
    const news = callNews(form);
    if (news?.kind === 'ended') {
      return { news: [{ kind: 'news', reference: null, carrierCallId, news }], seal };
    }
    const from = withPlusSign(form.get('From') ?? '');
    return { news: [{ kind: 'call', carrierCallId, from, to: withPlusSign(to) }], seal };
  }

  async begin(plan: CallPlan, _carrierCallId: string, callbackUrl: string): Promise<Instructions> {
    const moment = { kind: 'answered' } as const;
    const actions = callFlow({ ...plan, callerId: callerNumber(plan.callerId) }, moment);
    const addresses = flowAddresses(this.host, callbackUrl, plan);
    const body = plivoMarkup(actions, addresses, { timeLimit: plan.timeLimit, record: false });
    return { contentType: 'text/xml', body, connects: leadsOn(actions), moment, news: [] };
  }
}

/** Plivo, API v1: messages, calls and numbers. We cannot ask it about a send by our reference. */
export const createPlivo = httpAdapter('plivo', plivoSettings, (...given) => new PlivoCarrier(...given), {
  pricedLater: ['sms', 'voice'],
});

export const plivo = createPlivo();

/** `failed`: it never reached a network, and is not charged. */
const OUTCOMES: Outcomes = {
  queued: null,
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  rejected: 'undelivered',
  failed: 'refused',
};

/** Where Plivo has the files of messages (plivo.com/docs/messaging/api/media). */
const MEDIA_URL = 'https://media.plivo.com';

const errorBody = z.object({ error: z.string() });
const sentBody = z.object({ message_uuid: z.array(z.string().min(1)).min(1) });

const accountBody = z.object({ cash_credits: z.string() });
const recordBody = z.object({ message_state: z.string(), total_amount: z.string().nullish() });

class PlivoCarrier implements Carrier {
  readonly name = 'plivo';
  readonly limits = { concurrency: 30, perSecond: 30 };
  readonly voice: PlivoVoice;
  readonly incomingSms: IncomingSmsCarrier;
  readonly incomingCalls: PlivoCallsIn;
  readonly #api: PlivoApi;
  readonly #numbers: PlivoNumbers;

  constructor(
    private readonly host: CarrierHost,
    private readonly settings: PlivoSettings,
    timeouts: Timeouts,
  ) {
    this.#api = plivoApi(settings, timeouts);
    this.voice = new PlivoVoice(host, settings, this.#api);
    this.#numbers = new PlivoNumbers(host, this.#api);
    this.incomingSms = {
      parse: async (callback) => readPlivoMessage(settings.authToken, host, callback),
      fetchPicture: (address) =>
        fetchPicture(address, { own: [settings.baseUrl, MEDIA_URL], headers: this.#api.headers }),
      setAddress: (number, address) =>
        this.#numbers.setAddresses(number, {
          messages: secretUrl(host, address),
          calls: callsUrl({ deps: host }, this.name),
        }),
    };
    this.incomingCalls = new PlivoCallsIn(host, settings.authToken);
  }

  async health(): Promise<Health> {
    return healthFrom(await this.#api.probe('/'));
  }

  async balance(): Promise<CarrierPrice> {
    const { cash_credits: amount } = accountBody.parse(expectOk(await this.#api.probe('/'), this.name));
    return { amount, currency: CURRENCY };
  }

  takesPicture(to: Pick<OutgoingSms, 'sender' | 'number'>): boolean {
    return takesPicture(to, this.settings.unitedStates);
  }

  async sendSms(sms: OutgoingSms): Promise<SendResult> {
    const { reference, sender, number, text, mediaUrl, callbackUrl } = sms;
    const from = usSender({ sender, number }, this.settings.unitedStates);
    if (from.by === 'missing') return refused('no_us_sender', 'us_unregistered');
    const answer = await this.#api.post('/Message/', {
      ...(from.by === 'campaign' ? { powerpack_uuid: from.campaign } : { src: withoutPlus(from.sender) }),
      dst: withoutPlus(number),
      text,
      ...(mediaUrl === undefined ? { type: 'sms' } : { type: 'mms', media_urls: [mediaUrl] }),
      url: sealedUrl(this.host, callbackUrl, reference),
      method: 'POST',
    });
    const carrierMessageId = success(answer, sentBody)?.message_uuid[0];
    if (carrierMessageId) return { kind: 'accepted', carrierMessageId };
    return refusalFrom(answer, { log: this.host.log, carrier: this.name }, (status, body) => ({
      code: String(status),
      fault: faultOfWords(errorBody.safeParse(body).data?.error ?? '', status),
    }));
  }

  async priceOf(carrierMessageId: string): Promise<CarrierPrice | null> {
    const answer = await this.#api.get(`/Message/${encodeURIComponent(carrierMessageId)}/`);
    const { message_state: state, total_amount: amount } = recordBody.parse(expectOk(answer, this.name));
    // A message that waits there has not been charged yet.
    return state === 'queued' ? null : priceFrom(amount, CURRENCY);
  }

  async parseCallback(callback: CarrierCallback): Promise<SignedNews<Receipt>> {
    const { form, signature } = checkPlivoSignature(this.settings.authToken, callback, 'either');
    const stamp = requireSealed(this.host, callback.url);
    const words = { id: 'MessageUUID', status: 'Status', outcomes: OUTCOMES, faults: REPORT_FAULTS };
    return readMessageForm({ form, signature, stamp }, words);
  }

  availableNumbers(countryCode: string, limit: number, exactly?: string): Promise<AvailableNumber[]> {
    return this.#numbers.available(countryCode, limit, exactly);
  }

  buyNumber(number: string): Promise<BuyResult> {
    return this.#numbers.buy(number);
  }

  carriesOf({ number }: Pick<OwnNumber, 'number'>): Promise<NumberCarries | null> {
    return this.#numbers.carriesOf(number);
  }

  releaseNumber(carrierNumberId: string): Promise<void> {
    return this.#numbers.release(carrierNumberId);
  }
}

/** It refuses only in a sentence, which names the wrong field. */
function faultOfWords(words: string, status: number): Fault {
  const byStatus = faultOfStatus(status);
  if (byStatus !== 'other') return byStatus;
  if (/\bdst\b|destination/i.test(words)) return 'invalid_number';
  if (/\bsrc\b|source|sender/i.test(words)) return 'sender_refused';
  return /\btext\b.*(long|length|limit)/i.test(words) ? 'too_long' : 'other';
}
