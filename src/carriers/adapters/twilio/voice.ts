import { z } from 'zod';
import { callFlow, type CallMoment, type CallPlan, leadsOn, RING_SECONDS } from '../../call-flow.ts';
import type { CarrierCallback, CarrierHost, CarrierPrice, SignedNews } from '../../port.ts';
import type { TwilioSettings } from './credential.ts';
import type {
  CallEnd,
  CallLookup,
  CallQuestion,
  CallNews,
  CallReport,
  CallResult,
  Instructions,
  OutgoingCall,
  RecordedSound,
  VoiceCarrier,
} from '../../voice-port.ts';
import {
  type CallFault,
  callerNumber,
  callRefusal,
  endedNews,
  newsOfForm,
  numberOnly,
  stateNews,
} from '../call-faults.ts';
import { requireStamp, stampedUrl } from '../callback-signature.ts';
import { fetchSound } from '../fetch-sound.ts';
import { readCallForm } from '../form-callbacks.ts';
import { expectGone, expectOk, poundsFrom, priceFrom, success } from '../http-carrier.ts';
import { checkInstructionsUrl, flowAddresses, instructionsUrl, reportsUrl } from '../instructions-url.ts';
import type { TwilioApi } from './api.ts';
import { checkTwilioSignature } from './signature.ts';
import { twiml } from './twiml.ts';

const CARRIER = 'twilio';

const FAULTS: Record<string, CallFault> = {
  20003: 'account',
  20005: 'account',
  20429: 'throttled',
  10004: 'throttled',
  13223: 'invalid_number',
  13224: 'invalid_number',
  21201: 'invalid_number',
  21210: 'caller_id',
  21211: 'invalid_number',
  21212: 'caller_id',
  21213: 'caller_id',
  21214: 'no_route',
  21215: 'no_route',
  21216: 'blocked',
  21217: 'invalid_number',
  21219: 'account',
};

const ENDS: Record<string, CallEnd> = {
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
  canceled: 'cancelled',
};

const errorBody = z.object({ code: z.number() });
const placedBody = z.object({ sid: z.string().min(1) });
const callBody = z.object({
  sid: z.string(),
  status: z.string(),
  duration: z.string().nullish(),
  price: z.string().nullish(),
  price_unit: z.string().nullish(),
});

const callsBody = z.object({ calls: z.array(callBody) });

/** Twilio's calls. Twilio asks for their instructions at an address that we sign. */
export class TwilioVoice implements VoiceCarrier {
  readonly callerIdFault = numberOnly;

  constructor(
    private readonly host: CarrierHost,
    private readonly settings: TwilioSettings,
    private readonly api: TwilioApi,
  ) {}

  async placeCall({ plan, callbackUrl }: OutgoingCall): Promise<CallResult> {
    const reports = stampedUrl(callbackUrl, this.host.clock, plan.reference);
    const form = new URLSearchParams({
      To: plan.sip ?? plan.destination,
      From: callerNumber(plan.callerId),
      Url: instructionsUrl(this.host, callbackUrl, { reference: plan.reference, moment: 'answered' }),
      Method: 'POST',
      StatusCallback: reports,
      StatusCallbackMethod: 'POST',
      Timeout: String(RING_SECONDS),
      TimeLimit: String(plan.timeLimit),
    });
    for (const event of ['ringing', 'answered', 'completed']) form.append('StatusCallbackEvent', event);
    if (plan.record) {
      form.set('Record', 'true');
      form.set('RecordingStatusCallback', reports);
    }
    const answer = await this.api.post('/Calls.json', form);
    const placed = success(answer, placedBody);
    if (placed) return { kind: 'accepted', carrierCallId: placed.sid };
    return callRefusal(answer, { log: this.host.log, carrier: CARRIER }, (body) => {
      const code = errorBody.safeParse(body).data?.code;
      return code === undefined ? undefined : { code: String(code), fault: FAULTS[code] };
    });
  }

  async hangUp(carrierCallId: string): Promise<void> {
    const path = `/Calls/${encodeURIComponent(carrierCallId)}.json`;
    const answer = await this.api.post(path, { Status: 'completed' });
    // A call that is over can no longer be changed.
    if (answer.kind === 'answered' && [400, 404].includes(answer.status)) return;
    expectOk(answer, CARRIER);
  }

  async lookupCall({ carrierCallId, parentCallId }: CallQuestion): Promise<CallLookup> {
    // We cannot ask it by our reference; a leg is found by the call that leads on to it.
    if (!carrierCallId) return parentCallId ? this.#lookupLeg(parentCallId) : { kind: 'unknown' };
    const answer = await this.api.get(`/Calls/${encodeURIComponent(carrierCallId)}.json`);
    if (answer.kind === 'answered' && answer.status === 404) return { kind: 'unknown' };
    return found(callBody.parse(expectOk(answer, CARRIER)));
  }

  async #lookupLeg(ParentCallSid: string): Promise<CallLookup> {
    const answer = await this.api.get('/Calls.json', { ParentCallSid });
    const [leg] = callsBody.parse(expectOk(answer, CARRIER)).calls;
    return leg ? found(leg) : { kind: 'absent' };
  }

  async priceOf(carrierCallId: string): Promise<CarrierPrice | null> {
    const answer = await this.api.get(`/Calls/${encodeURIComponent(carrierCallId)}.json`);
    const { price, price_unit: unit } = callBody.parse(expectOk(answer, CARRIER));
    // Its charges are negative numbers.
    return priceFrom(price?.replace(/^-/, ''), unit);
  }

  async parseCallback(callback: CarrierCallback): Promise<SignedNews<CallReport>> {
    const { form, signature } = checkTwilioSignature(this.settings.authToken, callback);
    const stamp = requireStamp(callback.url, this.host.clock);
    const news = () => (form.has('RecordingSid') ? recordingNews(form) : callNews(form));
    return readCallForm({ signature, stamp }, { carrierCallId: form.get('CallSid'), news });
  }

  async instruct(callback: CarrierCallback, plan: CallPlan, asked: CallMoment['kind']): Promise<Instructions> {
    const { form } = checkTwilioSignature(this.settings.authToken, callback);
    checkInstructionsUrl(this.host, callback.url, { reference: plan.reference, moment: asked });
    const addresses = flowAddresses(this.host, reportsUrl(callback.url), plan);
    const moment = momentOf(asked, form);
    const actions = callFlow({ ...plan, callerId: callerNumber(plan.callerId) }, moment);
    const body = twiml(actions, addresses, plan.timeLimit);
    return { contentType: 'text/xml', body, connects: leadsOn(actions), moment, news: dialNews(plan, form) };
  }

  async fetchRecording(carrierRecordingId: string): Promise<RecordedSound | null> {
    const { href } = this.api.url(`/Recordings/${encodeURIComponent(carrierRecordingId)}.mp3`);
    return fetchSound(href, this.api.headers);
  }

  async deleteRecording(carrierRecordingId: string): Promise<void> {
    const path = `/Recordings/${encodeURIComponent(carrierRecordingId)}.json`;
    expectGone(await this.api.delete(path), CARRIER);
  }
}

function found({ sid, status, duration, price, price_unit: unit }: z.infer<typeof callBody>): CallLookup {
  const end = ENDS[status];
  if (!end) return { kind: 'under-way', carrierCallId: sid, news: stateNews(status) };
  return { kind: 'ended', carrierCallId: sid, news: endedNews(end, duration, poundsFrom(price, unit)) };
}

/** After a forwarded call it asks again, and says how the leg ended. */
function momentOf(asked: CallMoment['kind'], form: URLSearchParams): CallMoment {
  if (asked === 'digit') return { kind: 'digit', digit: form.get('Digits') ?? '' };
  const connected = ['completed', 'answered'].includes(form.get('DialCallStatus') ?? '');
  return { kind: asked === 'unconnected' && connected ? 'done' : asked };
}

/** How the leg ended: Twilio also says it in the question that follows the leg. */
function dialNews({ leg }: CallPlan, form: URLSearchParams): CallReport[] {
  const carrierCallId = form.get('DialCallSid');
  const end = ENDS[form.get('DialCallStatus') ?? ''];
  if (!leg || !carrierCallId || !end) return [];
  const news = endedNews(end, form.get('DialCallDuration'));
  return [{ reference: leg.reference, carrierCallId, news }];
}

export const callNews = (form: URLSearchParams): CallNews | null =>
  newsOfForm(form, { ends: ENDS, lasted: form.get('CallDuration') });

function recordingNews(form: URLSearchParams): CallNews | null {
  const carrierRecordingId = form.get('RecordingSid') ?? '';
  if (form.get('RecordingStatus') !== 'completed') return null;
  return { kind: 'recorded', carrierRecordingId, duration: Number(form.get('RecordingDuration') ?? 0) };
}
