import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../../platform/kit/errors.ts';
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
} from '../../number-port.ts';
import { readStamp, stampedUrl } from '../callback-signature.ts';
import { customerWords, type Fault, refused } from '../faults.ts';
import type { Outcomes } from '../form-callbacks.ts';
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
} from '../http-carrier.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';
import type { IncomingSmsCarrier, OwnNumber } from '../../incoming-sms.ts';
import { type TelnyxApi, telnyxApi } from './api.ts';
import { fetchPicture } from '../fetch-picture.ts';
import { takesPicture, usSender } from '../united-states.ts';
import { TelnyxCallsIn } from './calls-in.ts';
import { readTelnyxMessage } from './incoming.ts';
import { lookUpAtTelnyx } from './look-up.ts';
import { TelnyxPapers } from './papers.ts';
import { checkTelnyxSignature, ed25519Key } from './signature.ts';
import { type TelnyxSettings, telnyxSettings } from './credential.ts';
import { TelnyxVoice } from './voice.ts';
import { carriedBy, ownResource, requireResource } from './own-resource.ts';
import { FAULTS } from './reasons.ts';

/** Telnyx, API v2. We cannot ask it about a send by our reference. */
export const createTelnyx = httpAdapter('telnyx', telnyxSettings, (...given) => new TelnyxCarrier(...given), {
  pricedLater: ['sms'],
});

export const telnyx = createTelnyx();

const OUTCOMES: Outcomes = {
  queued: null,
  sending: null,
  sent: 'sent',
  delivered: 'delivered',
  delivery_unconfirmed: 'sent',
  delivery_failed: 'undelivered',
  expired: 'undelivered',
  sending_failed: 'refused',
};

/** How often an order is looked at until it is settled. */
const ORDER_POLL_MS = 500;

const errors = z.array(z.object({ code: z.string(), source: z.object({ pointer: z.string() }).nullish() }));
const errorBody = z.object({ errors: errors.min(1) });
const messageBody = z.object({
  data: z.object({
    id: z.string().min(1),
    cost: z.object({ amount: z.string().nullish(), currency: z.string().nullish() }).nullish(),
  }),
});
const balanceBody = z.object({ data: z.object({ balance: z.string(), currency: z.string() }) });
const eventBody = z.object({
  data: z.object({
    event_type: z.string(),
    payload: z.object({
      id: z.string(),
      to: z.union([z.array(z.object({ status: z.string().optional() })), z.string()]).optional(),
      webhook_url: z.string().nullish(),
      errors: errors.nullish(),
    }),
  }),
});
const profileBody = z.object({ data: z.object({ enabled: z.boolean() }) });
const availableBody = z.object({
  data: z.array(
    z.object({
      phone_number: z.string(),
      cost_information: z.object({ monthly_cost: z.string().nullish(), currency: z.string().nullish() }).nullish(),
      features: z.array(z.object({ name: z.string() })).nullish(),
    }),
  ),
});
const order = z.object({ id: z.string(), status: z.enum(['pending', 'success', 'failure']) });
type Order = z.infer<typeof order>;
const orderBody = z.object({ data: order });
const ordersBody = z.object({ data: z.array(order) });

class TelnyxCarrier implements Carrier {
  readonly name = 'telnyx';
  readonly limits = { concurrency: 50, perSecond: 50 };
  readonly voice: TelnyxVoice | undefined;
  readonly incomingCalls: TelnyxCallsIn | undefined;
  readonly papers: TelnyxPapers;
  readonly lookUpNumber?: Carrier['lookUpNumber'];
  readonly incomingSms: IncomingSmsCarrier = {
    parse: async (callback) => readTelnyxMessage(this.#key, this.host.clock, callback),
    fetchPicture: (address) => fetchPicture(address, { own: [this.settings.baseUrl], headers: this.#api.headers }),
    // Messages to a number go to the address of its profile.
    setAddress: async ({ number }, address) => {
      const profile = this.settings.messagingProfileId;
      await this.#patch(`/messaging_profiles/${encodeURIComponent(profile)}`, { webhook_url: address });
      const path = `${await requireResource(this.#api, number)}/messaging`;
      await this.#patch(path, { messaging_profile_id: profile });
    },
  };
  readonly #api: TelnyxApi;
  readonly #key: KeyObject;

  constructor(
    private readonly host: CarrierHost,
    private readonly settings: TelnyxSettings,
    private readonly timeouts: Timeouts,
  ) {
    this.#api = telnyxApi(settings, timeouts);
    this.papers = new TelnyxPapers(this.#api);
    if (settings.looksUp) this.lookUpNumber = (number) => lookUpAtTelnyx(this.#api, number);
    this.#key = ed25519Key(settings.publicKey);
    const { connectionId } = settings;
    if (connectionId) {
      const voice = new TelnyxVoice(host, connectionId, this.#api, this.#key);
      this.voice = voice;
      this.incomingCalls = new TelnyxCallsIn(host, { api: this.#api, key: this.#key, connectionId, voice });
    }
  }

  async health(): Promise<Health> {
    const profile = encodeURIComponent(this.settings.messagingProfileId);
    const answer = await this.#api.probe(`/messaging_profiles/${profile}`);
    return healthFrom(answer, (body) =>
      profileBody.safeParse(body).data?.data.enabled ? null : 'the messaging profile is not enabled',
    );
  }

  async #patch(path: string, body: Record<string, unknown>): Promise<void> {
    expectOk(await this.#api.patch(path, body), this.name);
  }

  async balance(): Promise<CarrierPrice> {
    const { balance, currency } = balanceBody.parse(expectOk(await this.#api.probe('/balance'), this.name)).data;
    return { amount: balance, currency };
  }

  takesPicture(to: Pick<OutgoingSms, 'sender' | 'number'>): boolean {
    return takesPicture(to, this.settings.unitedStates);
  }

  async sendSms(sms: OutgoingSms): Promise<SendResult> {
    const { reference, sender, number, text, mediaUrl, callbackUrl } = sms;
    const from = usSender({ sender, number }, this.settings.unitedStates);
    if (from.by === 'missing') return refused('no_us_sender', 'us_unregistered');
    const isPool = from.by === 'campaign';
    const answer = await this.#api.post(isPool ? '/messages/number_pool' : '/messages', {
      ...(isPool ? {} : { from: withPlus(from.sender) }),
      to: number,
      text,
      ...(mediaUrl !== undefined && { media_urls: [mediaUrl] }),
      messaging_profile_id: isPool ? from.campaign : this.settings.messagingProfileId,
      webhook_url: stampedUrl(callbackUrl, this.host.clock, reference),
      use_profile_webhooks: false,
    });
    const message = success(answer, messageBody)?.data;
    if (!message) return this.#refusal(answer);
    return {
      kind: 'accepted',
      carrierMessageId: message.id,
      carrierCost: poundsFrom(message.cost?.amount, message.cost?.currency),
    };
  }

  async priceOf(carrierMessageId: string): Promise<CarrierPrice | null> {
    const answer = await this.#api.get(`/messages/${encodeURIComponent(carrierMessageId)}`);
    const { cost } = messageBody.parse(expectOk(answer, this.name)).data;
    return priceFrom(cost?.amount, cost?.currency);
  }

  async parseCallback(callback: CarrierCallback): Promise<SignedNews<Receipt>> {
    const seal = checkTelnyxSignature(this.#key, this.host.clock, callback);
    const event = eventBody.safeParse(parseJson(callback.body));
    if (!event.success) throw new Problem('malformed_request', 'This is no report on a message');
    const { event_type: kind, payload } = event.data.data;
    if (kind !== 'message.sent' && kind !== 'message.finalized') return { news: [], seal };
    const [recipient] = Array.isArray(payload.to) ? payload.to : [];
    const outcome = OUTCOMES[recipient?.status ?? ''];
    if (outcome === null) return { news: [], seal };
    if (!outcome) return { news: [], seal, unread: `${kind}: ${JSON.stringify(payload)}` };
    const failed = outcome === 'undelivered' || outcome === 'refused';
    const code = payload.errors?.[0]?.code;
    const fault = FAULTS[code ?? ''] ?? 'undelivered';
    const receipt = {
      carrierMessageId: payload.id,
      // The address is part of what is signed, and is sent back in it.
      reference: readStamp(payload.webhook_url, this.host.clock)?.reference,
      outcome,
      customerWords: failed ? customerWords(fault) : null,
      code: failed ? code : undefined,
    };
    return { news: [receipt], seal };
  }

  async availableNumbers(countryCode: string, limit: number, exactly?: string): Promise<AvailableNumber[]> {
    const answer = await this.#api.get('/available_phone_numbers', {
      'filter[country_code]': countryCode,
      'filter[limit]': String(limit),
      ...(exactly ? { 'filter[phone_number][ends_with]': exactly.slice(-7) } : {}),
    });
    const { data } = availableBody.parse(expectOk(answer, this.name));
    return data
      .map(({ phone_number, cost_information: cost, features }) => ({
        number: phone_number,
        monthlyCost: poundsFrom(cost?.monthly_cost, cost?.currency),
        ...carriesByWords(features?.map(({ name }) => name)),
      }))
      .filter(({ number }) => !exactly || number === exactly);
  }

  async buyNumber(number: string, reference: string, papers: OwnerPapers): Promise<BuyResult> {
    const answer = await this.#api.get('/number_orders', { 'filter[customer_reference]': reference });
    const orders = ordersBody.parse(expectOk(answer, this.name)).data;
    const before = orders.find(({ status }) => status !== 'failure');
    if (before) return this.#settled(before, number);
    const placed = await this.#api.post('/number_orders', {
      phone_numbers: [{ phone_number: number, ...(await this.papers.fieldsOf(number, papers)) }],
      customer_reference: reference,
      messaging_profile_id: this.settings.messagingProfileId,
    });
    const placedOrder = success(placed, orderBody)?.data;
    if (placedOrder) return this.#settled(placedOrder, number);
    return certainly(this.#refusal(placed), this.name);
  }

  carriesOf({ number }: Pick<OwnNumber, 'number'>): Promise<NumberCarries | null> {
    return carriedBy(this.#api, number);
  }

  async releaseNumber(carrierNumberId: string): Promise<void> {
    const path = await ownResource(this.#api, carrierNumberId);
    if (path) expectGone(await this.#api.delete(path), this.name);
  }

  /**
   * Waits for the end of an order, because Telnyx carries it out after it has accepted it. The number is its own id.
   */
  async #settled({ id, status }: Order, number: string): Promise<BuyResult> {
    const deadline = performance.now() + this.timeouts.sendMs;
    let state = status;
    while (state === 'pending') {
      if (performance.now() > deadline) throw new Error('telnyx: the order is still pending');
      await Bun.sleep(ORDER_POLL_MS);
      const answer = await this.#api.get(`/number_orders/${encodeURIComponent(id)}`);
      state = orderBody.parse(expectOk(answer, this.name)).data.status;
    }
    if (state === 'failure') return refused('order_failed', 'other');
    return { kind: 'bought', carrierNumberId: number };
  }

  #refusal(answer: Answer): ReturnType<typeof refusalFrom> {
    return refusalFrom(answer, { log: this.host.log, carrier: this.name }, (status, body) => {
      const error = errorBody.safeParse(body).data?.errors[0];
      const fault = FAULTS[error?.code ?? ''] ?? faultOfField(error?.source?.pointer) ?? faultOfStatus(status);
      return { code: error?.code ?? String(status), fault };
    });
  }
}

/** The meaning of an unknown code, by the field that it points at. */
function faultOfField(pointer: string | undefined): Fault | undefined {
  if (pointer?.startsWith('/to')) return 'invalid_number';
  if (pointer?.startsWith('/from')) return 'sender_refused';
  return undefined;
}
