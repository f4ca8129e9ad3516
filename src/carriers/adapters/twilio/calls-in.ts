import { Problem } from '../../../platform/kit/errors.ts';
import { callFlow, type CallPlan, leadsOn } from '../../call-flow.ts';
import type { IncomingCall, IncomingCallCarrier, IncomingCallNews } from '../../incoming-calls.ts';
import { type OwnNumber, withPlusSign } from '../../incoming-sms.ts';
import type { CarrierCallback, CarrierHost, SignedNews } from '../../port.ts';
import type { Instructions } from '../../voice-port.ts';
import { callerNumber } from '../call-faults.ts';
import { expectOk } from '../http-carrier.ts';
import { flowAddresses } from '../instructions-url.ts';
import type { TwilioApi } from './api.ts';
import type { TwilioSettings } from './credential.ts';
import { checkTwilioSignature } from './signature.ts';
import { twiml } from './twiml.ts';
import { callNews } from './voice.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/** A question that was not answered may come again within a day. */
const AGAIN_WITHIN_MS = DAY_MS;

/** Calls to Twilio's numbers: the webhooks of `VoiceUrl` and `StatusCallback`, both at one address. */
export class TwilioCallsIn implements IncomingCallCarrier {
  /** `callerId` may be the number of the one who calls in. */
  readonly showsCaller = true;
  readonly dialsSip = true;

  constructor(
    private readonly host: CarrierHost,
    private readonly settings: TwilioSettings,
    private readonly api: TwilioApi,
  ) {}

  async parse(callback: CarrierCallback): Promise<SignedNews<IncomingCall | IncomingCallNews>> {
    const { form, signature } = checkTwilioSignature(this.settings.authToken, callback);
    const [carrierCallId, from, to] = [form.get('CallSid'), form.get('From'), form.get('To')];
    if (!carrierCallId || !from || !to) throw new Problem('malformed_request', 'This is no call');
    const seal = { signature, staleAt: new Date(this.host.clock.now().getTime() + AGAIN_WITHIN_MS) };
    if (form.get('Direction') !== 'inbound') return { news: [], seal };
    const news = callNews(form);
    if (news?.kind === 'ended') return { news: [{ kind: 'news', reference: null, carrierCallId, news }], seal };
    return { news: [{ kind: 'call', carrierCallId, from: withPlusSign(from), to: withPlusSign(to) }], seal };
  }

  async begin(plan: CallPlan, _carrierCallId: string, callbackUrl: string): Promise<Instructions> {
    const moment = { kind: 'answered' } as const;
    const actions = callFlow({ ...plan, callerId: callerNumber(plan.callerId) }, moment);
    const body = twiml(actions, flowAddresses(this.host, callbackUrl, plan), plan.timeLimit);
    return { contentType: 'text/xml', body, connects: leadsOn(actions), moment, news: [] };
  }

  async setAddress({ carrierNumberId }: OwnNumber, address: string): Promise<void> {
    const path = `/IncomingPhoneNumbers/${encodeURIComponent(carrierNumberId)}.json`;
    const fields = {
      ...{ VoiceUrl: address, VoiceMethod: 'POST' },
      ...{ StatusCallback: address, StatusCallbackMethod: 'POST' },
    };
    expectOk(await this.api.post(path, fields), 'twilio');
  }
}
