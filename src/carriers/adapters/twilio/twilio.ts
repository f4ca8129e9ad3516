import { z } from 'zod';
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
import {
  type AvailableNumber,
  type NumberCarries,
  type BuyResult,
  type OwnerPapers,
  carriesByWords,
  type NumberFacts,
} from '../../number-port.ts';
import { requireStamp, stampedUrl } from '../callback-signature.ts';
import { refused } from '../faults.ts';
import { type Outcomes, readMessageForm } from '../form-callbacks.ts';
import {
  type Answer,
  certainly,
  expectGone,
  expectOk,
  faultOfStatus,
  healthFrom,
  httpAdapter,
  poundsFrom,
  priceFrom,
  refusalFrom,
  success,
  type Timeouts,
  withPlus,
  withoutPlus,
} from '../http-carrier.ts';
import type { IncomingSmsCarrier, OwnNumber } from '../../incoming-sms.ts';
import { type TwilioApi, twilioApi, twilioLookupsApi, twilioRegulatoryApi, twilioUploadsApi } from './api.ts';
import { fetchPicture } from '../fetch-picture.ts';
import { takesPicture, usSender } from '../united-states.ts';
import type { LineKind } from '../../../../db/enums.ts';
import { networkCode } from '../network-code.ts';
import { readTwilioMessage } from './incoming.ts';
import { TwilioCallsIn } from './calls-in.ts';
import { TwilioPapers } from './papers.ts';
import { checkTwilioSignature } from './signature.ts';
import { type TwilioSettings, twilioSettings } from './credential.ts';
import { TwilioVoice } from './voice.ts';
import { FAULTS } from './reasons.ts';

/** Twilio, REST API of 2010-04-01. We cannot ask it about a send by our reference. */
export const createTwilio = httpAdapter('twilio', twilioSettings, (...given) => new TwilioCarrier(...given), {
  pricedLater: ['sms', 'voice'],
});

export const twilio = createTwilio();

const OUTCOMES: Outcomes = {
  accepted: null,
  scheduled: null,
  queued: null,
  sending: null,
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  partially_delivered: 'undelivered',
  failed: 'refused',
  canceled: 'refused',
};

/** The value of `ValidityPeriod`, and also its default (npm package twilio 6.2.0). */
const LONGEST_VALIDITY_SECONDS = 36_000;

const errorBody = z.object({ code: z.number() });
const messageBody = z.object({ sid: z.string().min(1), price: z.string().nullish(), price_unit: z.string().nullish() });
const balanceBody = z.object({ balance: z.string(), currency: z.string() });
const availableBody = z.object({
  available_phone_numbers: z.array(
    z.object({ phone_number: z.string(), capabilities: z.record(z.string(), z.boolean().nullable()).nullish() }),
  ),
});
const boughtBody = z.object({ sid: z.string().min(1) });
const ownedBody = z.object({
  incoming_phone_numbers: z.array(
    z.object({
      sid: z.string(),
      phone_number: z.string().nullish(),
      friendly_name: z.string().nullish(),
      capabilities: z.record(z.string(), z.boolean().nullable()).nullish(),
    }),
  ),
});

/** A number for sale, and what Twilio says that it carries: `{"voice": true, "SMS": false}`. */
const readOffer = ({
  phone_number: number,
  capabilities,
}: z.infer<typeof availableBody>['available_phone_numbers'][number]): AvailableNumber => ({
  number,
  ...carriesByFlags(capabilities),
});

const carriesByFlags = (flags: Record<string, boolean | null> | null | undefined) =>
  carriesByWords(flags && Object.keys(flags).filter((word) => flags[word]));

class TwilioCarrier implements Carrier {
  readonly name = 'twilio';
  readonly limits = { concurrency: 50, perSecond: 100 };
  readonly voice: TwilioVoice;
  readonly incomingCalls: TwilioCallsIn;
  readonly papers: TwilioPapers;
  readonly lookUpNumber?: Carrier['lookUpNumber'];
  readonly incomingSms: IncomingSmsCarrier = {
    parse: async (callback) => readTwilioMessage(this.settings.authToken, this.host.clock, callback),
    setAddress: async ({ carrierNumberId }, address) => {
      const path = `/IncomingPhoneNumbers/${encodeURIComponent(carrierNumberId)}.json`;
      expectOk(await this.#api.post(path, { SmsUrl: address, SmsMethod: 'POST' }), this.name);
    },
    fetchPicture: (address) => fetchPicture(address, { own: [this.settings.baseUrl], headers: this.#api.headers }),
  };
  readonly #api: TwilioApi;

  constructor(
    private readonly host: CarrierHost,
    private readonly settings: TwilioSettings,
    timeouts: Timeouts,
  ) {
    this.#api = twilioApi(settings, timeouts);
    this.voice = new TwilioVoice(host, settings, this.#api);
    this.incomingCalls = new TwilioCallsIn(host, settings, this.#api);
    if (settings.lookupsBaseUrl) {
      const lookups = twilioLookupsApi(settings.lookupsBaseUrl, settings, timeouts);
      this.lookUpNumber = (number) => lookUpAtTwilio(lookups, number);
    }
    const regulatory = twilioRegulatoryApi(settings, timeouts);
    const uploads = twilioUploadsApi(settings, timeouts);
    this.papers = new TwilioPapers({ account: this.#api, regulatory, uploads }, settings.authToken);
  }

  async health(): Promise<Health> {
    return healthFrom(await this.#api.probe('.json'), (body) => {
      const { data } = z.object({ status: z.string() }).safeParse(body);
      return data?.status === 'active' ? null : `the account is ${data?.status ?? 'in an unknown state'}`;
    });
  }

  async balance(): Promise<CarrierPrice> {
    const { balance, currency } = balanceBody.parse(expectOk(await this.#api.probe('/Balance.json'), this.name));
    return { amount: balance, currency };
  }

  takesPicture(to: Pick<OutgoingSms, 'sender' | 'number'>): boolean {
    return takesPicture(to, this.settings.unitedStates);
  }

  async sendSms(sms: OutgoingSms): Promise<SendResult> {
    const { reference, sender, number, text, mediaUrl, callbackUrl, validityMinutes } = sms;
    const seconds = Math.min((validityMinutes ?? Infinity) * 60, LONGEST_VALIDITY_SECONDS);
    const from = usSender({ sender, number }, this.settings.unitedStates);
    if (from.by === 'missing') return refused('no_us_sender', 'us_unregistered');
    const answer = await this.#api.post('/Messages.json', {
      To: number,
      ...(from.by === 'campaign' ? { MessagingServiceSid: from.campaign } : { From: withPlus(from.sender) }),
      Body: text,
      ...(mediaUrl !== undefined && { MediaUrl: mediaUrl }),
      StatusCallback: stampedUrl(callbackUrl, this.host.clock, reference),
      ValidityPeriod: String(seconds),
    });
    const message = success(answer, messageBody);
    if (message) {
      return {
        kind: 'accepted',
        carrierMessageId: message.sid,
        carrierCost: poundsFrom(message.price, message.price_unit),
      };
    }
    return this.#refusal(answer);
  }

  async priceOf(carrierMessageId: string): Promise<CarrierPrice | null> {
    const answer = await this.#api.get(`/Messages/${encodeURIComponent(carrierMessageId)}.json`);
    const { price, price_unit: unit } = messageBody.parse(expectOk(answer, this.name));
    // Its charges are negative numbers.
    return priceFrom(price?.replace(/^-/, ''), unit);
  }

  async parseCallback(callback: CarrierCallback): Promise<SignedNews<Receipt>> {
    const { form, signature } = checkTwilioSignature(this.settings.authToken, callback);
    const stamp = requireStamp(callback.url, this.host.clock);
    const words = { id: 'MessageSid', status: 'MessageStatus', outcomes: OUTCOMES, faults: FAULTS };
    return readMessageForm({ form, signature, stamp }, words);
  }

  async availableNumbers(countryCode: string, limit: number, exactly?: string): Promise<AvailableNumber[]> {
    const found: AvailableNumber[] = [];
    // Landlines and mobile numbers are separate lists, and it answers 404 for a kind that a country does not
    // have.
    for (const kind of ['Local', 'Mobile']) {
      const answer = await this.#api.get(`/AvailablePhoneNumbers/${encodeURIComponent(countryCode)}/${kind}.json`, {
        PageSize: String(limit),
        ...(exactly ? { Contains: withoutPlus(exactly) } : {}),
      });
      if (answer.kind === 'answered' && answer.status === 404) continue;
      const body = availableBody.parse(expectOk(answer, this.name));
      found.push(...body.available_phone_numbers.map(readOffer));
    }
    return found.filter(({ number }) => !exactly || number === exactly).slice(0, limit);
  }

  async buyNumber(number: string, reference: string, papers: OwnerPapers): Promise<BuyResult> {
    // The reference is stored as the number's name there, so that a repeated purchase is found.
    const mine = (await this.#owned(number)).find(({ friendly_name }) => friendly_name === reference);
    if (mine) return { kind: 'bought', carrierNumberId: mine.sid };
    const answer = await this.#api.post('/IncomingPhoneNumbers.json', {
      PhoneNumber: number,
      FriendlyName: reference,
      ...(await this.papers.fieldsOf(number, papers)),
    });
    const bought = success(answer, boughtBody);
    if (bought) return { kind: 'bought', carrierNumberId: bought.sid };
    return certainly(this.#refusal(answer), this.name);
  }

  async carriesOf({ number }: Pick<OwnNumber, 'number'>): Promise<NumberCarries | null> {
    const own = (await this.#owned(number)).find(({ phone_number: each }) => each === number);
    return carriesByFlags(own?.capabilities).carries ?? null;
  }

  async #owned(number: string) {
    const answer = await this.#api.get('/IncomingPhoneNumbers.json', { PhoneNumber: number });
    return ownedBody.parse(expectOk(answer, this.name)).incoming_phone_numbers;
  }

  async releaseNumber(carrierNumberId: string): Promise<void> {
    const path = `/IncomingPhoneNumbers/${encodeURIComponent(carrierNumberId)}.json`;
    expectGone(await this.#api.delete(path), this.name);
  }

  #refusal(answer: Answer): ReturnType<typeof refusalFrom> {
    return refusalFrom(answer, { log: this.host.log, carrier: this.name }, (status, body) => {
      const code = errorBody.safeParse(body).data?.code;
      return { code: String(code ?? status), fault: FAULTS[String(code)] ?? faultOfStatus(status) };
    });
  }
}

/** The types of line that Line Type Intelligence tells apart; the others say nothing about messages. */
const KINDS: Record<string, LineKind> = {
  mobile: 'mobile',
  landline: 'fixed',
  fixedVoip: 'voip',
  nonFixedVoip: 'voip',
  tollFree: 'toll_free',
};

const body = z.object({
  country_code: z.string().nullish(),
  line_type_intelligence: z
    .object({
      type: z.string().nullish(),
      carrier_name: z.string().nullish(),
      mobile_country_code: z.string().nullish(),
      mobile_network_code: z.string().nullish(),
    })
    .nullish(),
});

/**
 * Asks Twilio's Lookup v2 for the line type and the network. It knows ports, and does not say which numbers are ported.
 * @param api of its Lookup
 */
async function lookUpAtTwilio(api: TwilioApi, number: string): Promise<NumberFacts> {
  const answer = await api.probe(`/PhoneNumbers/${encodeURIComponent(number)}`, { Fields: 'line_type_intelligence' });
  const { country_code: country, line_type_intelligence: line } = body.parse(expectOk(answer, 'twilio'));
  return {
    kind: KINDS[line?.type ?? ''] ?? 'unknown',
    country: country ?? null,
    network: networkCode(line?.mobile_country_code, line?.mobile_network_code),
    networkName: line?.carrier_name ?? null,
    ported: null,
  };
}
