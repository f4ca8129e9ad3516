import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { z } from 'zod';
import { Problem } from '../../../platform/kit/errors.ts';
import { countParts } from '../../../shared/parts.ts';
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
import { type AvailableNumber, type NumberCarries, type BuyResult, carriesByWords } from '../../number-port.ts';
import { customerWords, refused } from '../faults.ts';
import { type Outcomes, wordsOf } from '../form-callbacks.ts';
import {
  type Answer,
  certainly,
  expectOk,
  faultOfStatus,
  healthFrom,
  httpAdapter,
  refusalFrom,
  refusedFor,
  success,
  type Timeouts,
  withoutPlus,
} from '../http-carrier.ts';
import type { IncomingSmsCarrier, OwnNumber } from '../../incoming-sms.ts';
import type { NumberPapers } from '../../number-papers.ts';
import { papersByHand } from '../papers-by-hand.ts';
import { idsOfParts } from '../ids-of-parts.ts';
import { VonageApi } from './api.ts';
import { lookUpAtVonage } from './look-up.ts';
import { isUs, usSender } from '../united-states.ts';
import { VonageCallsIn } from './calls-in.ts';
import { readVonageMessage } from './incoming.ts';
import { readSignedFields } from './signature.ts';
import { type VonageSettings, vonageSettings } from './credential.ts';
import { updateNumber } from './update-number.ts';
import { VonageVoice } from './voice.ts';
import { REPORT_FAULTS, SEND_FAULTS } from './reasons.ts';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';

/**
 * Vonage, formerly Nexmo: its SMS and Numbers APIs. Its search shows a send only after some time, so a send
 * that it does not find may still have been sent. So we do not ask it by our reference.
 */
export const createVonage = httpAdapter('vonage', vonageSettings, (...given) => new VonageCarrier(...given), {
  pricedLater: ['voice'],
});

export const vonage = createVonage();

/** A fault within its platform: the outcome of the message is unknown. */
const INTERNAL_ERROR = '5';

const OUTCOMES: Outcomes = {
  unknown: null,
  accepted: 'sent',
  buffered: 'sent',
  delivered: 'delivered',
  expired: 'undelivered',
  failed: 'undelivered',
  rejected: 'refused',
};

/** For how long Vonage tries if the request does not say it. */
const A_DAY_MINUTES = 1440;

const sentBody = z.object({
  messages: z
    .array(
      z.object({
        status: z.string(),
        'message-id': z.string().optional(),
        // A strange price does not make a message uncertain that was taken.
        'message-price': z.string().optional().catch(undefined),
      }),
    )
    .min(1),
});
type SentPart = z.infer<typeof sentBody>['messages'][number];
const numbersBody = z.object({
  numbers: z.array(z.object({ msisdn: z.string(), features: z.array(z.string()).nullish() })).default([]),
});
const changeBody = z.object({ 'error-code': z.string() });

const balanceBody = z.object({ value: z.number() });

class VonageCarrier implements Carrier {
  readonly name = 'vonage';
  readonly limits = { concurrency: 30, perSecond: 30 };
  readonly reportsParts = true;
  readonly voice: VonageVoice | undefined;
  readonly incomingCalls: VonageCallsIn | undefined;
  readonly papers: NumberPapers;
  readonly lookUpNumber?: Carrier['lookUpNumber'];
  readonly incomingSms: IncomingSmsCarrier = {
    parse: async (callback) => readVonageMessage(this.settings, this.host.clock, callback),
    setAddress: (own, address) => updateNumber(this.#api, own, { moHttpUrl: address }),
  };
  readonly #api: VonageApi;

  constructor(
    private readonly host: CarrierHost,
    private readonly settings: VonageSettings,
    timeouts: Timeouts,
  ) {
    this.#api = new VonageApi(settings, host.clock, timeouts);
    this.papers = papersByHand(settings.papersCountries);
    const { insights } = settings;
    if (insights) this.lookUpNumber = (number) => lookUpAtVonage(this.#api, insights, number);
    if (settings.voice) {
      this.voice = new VonageVoice(host, settings, settings.voice, this.#api);
      this.incomingCalls = new VonageCallsIn(host, settings, settings.voice, this.#api);
    }
  }

  async health(): Promise<Health> {
    return healthFrom(await this.#api.probe('/account/get-balance'));
  }

  async balance(): Promise<CarrierPrice> {
    const { value } = balanceBody.parse(expectOk(await this.#api.probe('/account/get-balance'), this.name));
    return { amount: String(value), currency: this.settings.currency };
  }

  async sendSms(sms: OutgoingSms): Promise<SendResult> {
    const { reference, sender, number, text, callbackUrl, validityMinutes } = sms;
    const from = usSender({ sender, number }, this.settings.unitedStates);
    if (from.by === 'missing') return refused('no_us_sender', 'us_unregistered');
    const answer = await this.#api.sendSms({
      from: withoutPlus(from.by === 'campaign' ? from.campaign : from.sender),
      to: withoutPlus(number),
      text,
      type: countParts(text).encoding === 'GSM-7' ? 'text' : 'unicode',
      'client-ref': reference,
      callback: callbackUrl,
      ttl: String((validityMinutes ?? A_DAY_MINUTES) * MINUTE_MS),
    });
    const parts = success(answer, sentBody)?.messages;
    return parts ? this.#resultOf(parts, number) : this.#refusal(answer);
  }

  /** A long message is answered part by part, and each part is reported on. */
  #resultOf(parts: readonly SentPart[], number: string): SendResult {
    const failed = parts.filter(({ status }) => status !== '0');
    const code = failed[0]?.status;
    if (code === undefined) {
      const ids = idsOfParts(parts.map((part) => part['message-id']));
      if (ids === null) return { kind: 'uncertain', detail: 'no message-id' };
      const amount = sumOfPrices(parts.map((part) => part['message-price']));
      const carrierPrice = amount === null ? undefined : { amount, currency: this.settings.currency };
      return { kind: 'accepted', ...ids, carrierPrice };
    }
    if (failed.length < parts.length) {
      return { kind: 'uncertain', detail: `${failed.length} of ${parts.length} parts failed: status ${code}` };
    }
    if (code === INTERNAL_ERROR) return { kind: 'uncertain', detail: `status ${code}` };
    const fault = SEND_FAULTS[code] ?? 'other';
    const isUnregistered = fault === 'sender_refused' && isUs(number);
    return refusedFor(this.host.log, { carrier: this.name, code, fault: isUnregistered ? 'us_unregistered' : fault });
  }

  async parseCallback(callback: CarrierCallback): Promise<SignedNews<Receipt>> {
    const { fields, seal } = readSignedFields(this.settings, this.host.clock, callback);
    const { messageId, status } = fields;
    if (!messageId || !status) throw new Problem('malformed_request', 'This report names no message');
    const outcome = OUTCOMES[status];
    if (outcome === null) return { news: [], seal };
    if (!outcome) return { news: [], seal, unread: wordsOf(Object.entries(fields)) };
    const failed = outcome === 'undelivered' || outcome === 'refused';
    const code = fields['err-code'];
    const fault = REPORT_FAULTS[code ?? ''] ?? (status === 'expired' ? 'expired' : 'undelivered');
    const receipt = {
      carrierMessageId: messageId,
      reference: fields['client-ref'],
      outcome,
      customerWords: failed ? customerWords(fault) : null,
      code: failed ? code : undefined,
    };
    return { news: [receipt], seal };
  }

  async availableNumbers(countryCode: string, limit: number, exactly?: string): Promise<AvailableNumber[]> {
    const numbers = await this.#numbers('/number/search', {
      country: countryCode,
      size: String(Math.min(limit, 100)),
      ...(exactly ? { pattern: withoutPlus(exactly), search_pattern: '0' } : {}),
    });
    return numbers.filter(({ number }) => !exactly || number === exactly);
  }

  async buyNumber(number: string): Promise<BuyResult> {
    // It stores no reference of ours, but it sells a number only once: a number that is ours was bought
    // before.
    if (await this.#owns(number)) return { kind: 'bought', carrierNumberId: number };
    const answer = await this.#change('/number/buy', number);
    if (success(answer, changeBody)?.['error-code'] === '200') return { kind: 'bought', carrierNumberId: number };
    const code = answer.kind === 'answered' ? changeBody.safeParse(answer.body).data?.['error-code'] : undefined;
    if (code === '420') return refused(code, 'other');
    return certainly(this.#refusal(answer), this.name);
  }

  async releaseNumber(carrierNumberId: string): Promise<void> {
    if (!(await this.#owns(carrierNumberId))) return;
    expectOk(await this.#change('/number/cancel', carrierNumberId), this.name);
  }

  async carriesOf({ number }: Pick<OwnNumber, 'number'>): Promise<NumberCarries | null> {
    return (await this.#owned(number))?.carries ?? null;
  }

  async #owns(number: string): Promise<boolean> {
    return (await this.#owned(number)) !== undefined;
  }

  async #owned(number: string): Promise<AvailableNumber | undefined> {
    const owned = await this.#numbers('/account/numbers', { pattern: withoutPlus(number), search_pattern: '0' });
    return owned.find((own) => own.number === number);
  }

  async #numbers(path: string, query: Record<string, string>): Promise<AvailableNumber[]> {
    const answer = await this.#api.get(path, query);
    return numbersBody
      .parse(expectOk(answer, this.name))
      .numbers.map(({ msisdn, features }) => ({ number: `+${withoutPlus(msisdn)}`, ...carriesByWords(features) }));
  }

  #change(path: string, number: string): Promise<Answer> {
    const country = parsePhoneNumberFromString(number)?.country ?? '';
    return this.#api.post(path, { country, msisdn: withoutPlus(number) });
  }

  #refusal(answer: Answer): ReturnType<typeof refusalFrom> {
    return refusalFrom(answer, { log: this.host.log, carrier: this.name }, (status) => ({
      code: String(status),
      fault: faultOfStatus(status),
    }));
  }
}

/** More digits than any price has. */
const DECIMAL = /^(\d{1,9})(?:\.(\d{1,12}))?$/;
const PLACES = 12;

/**
 * The exact sum of the prices of a message's parts, a decimal string; null if the price of one is not known.
 * @param prices decimal strings
 */
function sumOfPrices(prices: readonly (string | undefined)[]): string | null {
  let sum = 0n;
  for (const price of prices) {
    const [, whole, fraction = ''] = DECIMAL.exec(price ?? '') ?? [];
    if (whole === undefined) return null;
    sum += BigInt(whole + fraction.padEnd(PLACES, '0'));
  }
  const digits = String(sum).padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
}
