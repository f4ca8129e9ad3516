import { z } from 'zod';
import { Problem } from '../../../platform/kit/errors.ts';
import { callFlow, type CallPlan, leadsOn } from '../../call-flow.ts';
import type { IncomingCall, IncomingCallCarrier, IncomingCallNews } from '../../incoming-calls.ts';
import { type OwnNumber, withPlusSign } from '../../incoming-sms.ts';
import type { CarrierCallback, CarrierHost, SignedNews } from '../../port.ts';
import type { Instructions } from '../../voice-port.ts';
import { callerNumber } from '../call-faults.ts';
import { basicAuthorization } from '../carrier-client.ts';
import { expectOk } from '../http-carrier.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';
import { flowAddresses } from '../instructions-url.ts';
import type { VonageApi } from './api.ts';
import type { VonageSettings, VonageVoiceSettings } from './credential.ts';
import { ncco } from './ncco.ts';
import { checkVonageToken } from './signature.ts';
import { updateNumber } from './update-number.ts';
import { newsOf } from './voice.ts';

const CARRIER = 'vonage';

/** The answer webhook has no status; the event webhook has one. */
const webhook = z.object({
  uuid: z.string().min(1),
  from: z.string().nullish(),
  to: z.string().nullish(),
  status: z.string().optional(),
  direction: z.string().optional(),
  duration: z.union([z.string(), z.number()]).nullish(),
});

/** All of an application: a change replaces it as a whole. */
const application = z.looseObject({
  name: z.string(),
  capabilities: z
    .looseObject({ voice: z.looseObject({ webhooks: z.record(z.string(), z.unknown()).optional() }).optional() })
    .optional(),
  keys: z.looseObject({ public_key: z.string().optional() }).optional(),
  privacy: z.looseObject({}).optional(),
});

/** Calls to Vonage's numbers: the answer and event webhooks of the application, both at one address. */
export class VonageCallsIn implements IncomingCallCarrier {
  /** `from` has to be a number of the account. */
  readonly showsCaller = false;
  readonly dialsSip = true;

  constructor(
    private readonly host: CarrierHost,
    private readonly settings: VonageSettings,
    private readonly voice: VonageVoiceSettings,
    private readonly api: VonageApi,
  ) {}

  async parse(callback: CarrierCallback): Promise<SignedNews<IncomingCall | IncomingCallNews>> {
    const seal = checkVonageToken(this.settings, this.host.clock, callback);
    const said = webhook.safeParse(parseJson(callback.body)).data;
    if (!said) throw new Problem('malformed_request', 'This is no call');
    const { uuid: carrierCallId, status, direction, duration } = said;
    if (status === undefined) {
      if (!said.to) throw new Problem('malformed_request', 'This is no call');
      const [from, to] = [withPlusSign(said.from ?? ''), withPlusSign(said.to)];
      return { news: [{ kind: 'call', carrierCallId, from, to }], seal };
    }
    const news = direction === 'inbound' ? newsOf(status, duration) : null;
    return { news: news ? [{ kind: 'news', reference: null, carrierCallId, news }] : [], seal };
  }

  async begin(plan: CallPlan, _carrierCallId: string, callbackUrl: string): Promise<Instructions> {
    const moment = { kind: 'answered' } as const;
    const actions = callFlow({ ...plan, callerId: callerNumber(plan.callerId) }, moment);
    const addresses = flowAddresses(this.host, callbackUrl, plan);
    const object = ncco(actions, addresses, { record: false, reference: plan.reference });
    const body = JSON.stringify(object);
    return { contentType: 'application/json', body, connects: leadsOn(actions), moment, news: [] };
  }

  async setAddress(own: OwnNumber, address: string): Promise<void> {
    const { apiKey, apiSecret } = this.settings;
    const { applicationId } = this.voice;
    const headers = { authorization: basicAuthorization(apiKey, apiSecret) };
    const path = `/v2/applications/${encodeURIComponent(applicationId)}`;
    const present = application.parse(expectOk(await this.api.ofApplications(this.voice, { path, headers }), CARRIER));
    const { name, capabilities, keys, privacy } = present;
    const to = { address, http_method: 'POST' };
    const webhooks = { ...capabilities?.voice?.webhooks, answer_url: to, event_url: to };
    const voice = { ...capabilities?.voice, webhooks };
    const body = {
      ...{ name, capabilities: { ...capabilities, voice } },
      ...(keys?.public_key && { keys: { public_key: keys.public_key } }),
      ...(privacy && { privacy }),
    };
    expectOk(await this.api.ofApplications(this.voice, { path, headers, body }), CARRIER);
    await updateNumber(this.api, own, { app_id: applicationId });
  }
}
