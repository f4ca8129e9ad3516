import { z } from 'zod';
import { callFlow, type CallMoment, type CallPlan, leadsOn, RING_SECONDS } from '../../call-flow.ts';
import type { CarrierCallback, CarrierHost, CarrierPrice, SignedNews } from '../../port.ts';
import type {
  CallEnd,
  CallLookup,
  CallNews,
  CallQuestion,
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
import { expectGone, expectOk, priceFrom, success, withoutPlus } from '../http-carrier.ts';
import { checkInstructionsUrl, flowAddresses, instructionsUrl, reportsUrl } from '../instructions-url.ts';
import { plivoMarkup } from './markup.ts';
import { CURRENCY, type PlivoApi, type PlivoSettings } from './credential.ts';
import { checkPlivoSignature } from './signature.ts';

const CARRIER = 'plivo';

/** The `CallStatus` of news. */
const ENDS: Record<string, CallEnd> = {
  completed: 'completed',
  busy: 'busy',
  timeout: 'no-answer',
  'no-answer': 'no-answer',
  failed: 'failed',
  cancel: 'cancelled',
};

const errorBody = z.object({ error: z.string() });
const uuids = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const placedBody = z.object({ request_uuid: uuids });
const liveBody = z.object({ call_status: z.string() });
const seconds = z.coerce.number().nullish();
const detailBody = z.object({
  end_time: z.string().nullish(),
  answer_time: z.string().nullish(),
  bill_duration: seconds,
  hangup_cause_name: z.string().nullish(),
  total_amount: z.string().nullish(),
});
const recordingBody = z.object({ recording_url: z.url() });

/** Plivo's calls. Plivo asks for their instructions at an address that we sign. */
export class PlivoVoice implements VoiceCarrier {
  readonly callerIdFault = numberOnly;

  constructor(
    private readonly host: CarrierHost,
    private readonly settings: PlivoSettings,
    private readonly api: PlivoApi,
  ) {}

  async placeCall({ plan, callbackUrl }: OutgoingCall): Promise<CallResult> {
    const reports = stampedUrl(callbackUrl, this.host.clock, plan.reference);
    const answer = await this.api.post('/Call/', {
      from: withoutPlus(callerNumber(plan.callerId)),
      to: withoutPlus(plan.destination),
      answer_url: instructionsUrl(this.host, callbackUrl, { reference: plan.reference, moment: 'answered' }),
      answer_method: 'POST',
      ring_url: reports,
      ring_method: 'POST',
      hangup_url: reports,
      hangup_method: 'POST',
      ring_timeout: RING_SECONDS,
      time_limit: plan.timeLimit,
    });
    const placed = success(answer, placedBody)?.request_uuid;
    if (placed) return { kind: 'accepted', carrierCallId: [placed].flat()[0] ?? '' };
    return callRefusal(answer, { log: this.host.log, carrier: CARRIER }, (body) => {
      const fault = faultOfWords(errorBody.safeParse(body).data?.error ?? '');
      return fault && { code: fault === 'caller_id' ? 'from' : 'to', fault };
    });
  }

  async hangUp(carrierCallId: string): Promise<void> {
    const id = encodeURIComponent(carrierCallId);
    // Before it rings, a call is still a request and has another address.
    const answer = await this.api.delete(`/Call/${id}/`);
    if (answer.kind === 'answered' && answer.status === 404) {
      return expectGone(await this.api.delete(`/Request/${id}/`), CARRIER);
    }
    expectOk(answer, CARRIER);
  }

  async lookupCall({ carrierCallId }: CallQuestion): Promise<CallLookup> {
    // We cannot ask it by our reference.
    if (!carrierCallId) return { kind: 'unknown' };
    const path = `/Call/${encodeURIComponent(carrierCallId)}/`;
    const live = await this.api.get(path, { status: 'live' });
    if (live.kind !== 'answered' || live.status !== 404) {
      const { call_status: status } = liveBody.parse(expectOk(live, CARRIER));
      return { kind: 'under-way', carrierCallId, news: stateNews(status) };
    }
    const answer = await this.api.get(path);
    if (answer.kind === 'answered' && answer.status === 404) return { kind: 'unknown' };
    const detail = detailBody.parse(expectOk(answer, CARRIER));
    if (!detail.end_time) return { kind: 'under-way', carrierCallId, news: null };
    const end = endOf(detail);
    return {
      kind: 'ended',
      carrierCallId,
      news: endedNews(end, detail.bill_duration),
    };
  }

  async priceOf(carrierCallId: string): Promise<CarrierPrice | null> {
    const answer = await this.api.get(`/Call/${encodeURIComponent(carrierCallId)}/`);
    const { end_time: end, total_amount: amount } = detailBody.parse(expectOk(answer, CARRIER));
    return end ? priceFrom(amount, CURRENCY) : null;
  }

  async parseCallback(callback: CarrierCallback): Promise<SignedNews<CallReport>> {
    const { form, signature } = checkPlivoSignature(this.settings.authToken, callback);
    const stamp = requireStamp(callback.url, this.host.clock);
    const carrierCallId = form.get('DialBLegUUID') ?? callIdOf(form);
    return readCallForm({ signature, stamp }, { carrierCallId, news: () => readNews(form) });
  }

  async instruct(callback: CarrierCallback, plan: CallPlan, asked: CallMoment['kind']): Promise<Instructions> {
    const { form } = checkPlivoSignature(this.settings.authToken, callback);
    checkInstructionsUrl(this.host, callback.url, { reference: plan.reference, moment: asked });
    const addresses = flowAddresses(this.host, reportsUrl(callback.url), plan);
    const moment = momentOf(asked, form);
    const actions = callFlow({ ...plan, callerId: callerNumber(plan.callerId) }, moment);
    const { timeLimit, reference } = plan;
    const body = plivoMarkup(actions, addresses, { timeLimit, record: plan.record && asked === 'answered' });
    const carrierCallId = callIdOf(form);
    // Plivo reports the answer only in this way.
    const answered: CallReport[] =
      asked === 'answered' && carrierCallId ? [{ reference, carrierCallId, news: { kind: 'answered' } }] : [];
    const news = [...answered, ...(asked === 'unconnected' ? unansweredLeg(plan, form) : [])];
    return { contentType: 'text/xml', body, connects: leadsOn(actions), moment, news };
  }

  async fetchRecording(carrierRecordingId: string): Promise<RecordedSound | null> {
    const answer = await this.api.get(`/Recording/${encodeURIComponent(carrierRecordingId)}/`);
    if (answer.kind === 'answered' && answer.status === 404) return null;
    return fetchSound(recordingBody.parse(expectOk(answer, CARRIER)).recording_url);
  }

  async deleteRecording(carrierRecordingId: string): Promise<void> {
    const path = `/Recording/${encodeURIComponent(carrierRecordingId)}/`;
    expectGone(await this.api.delete(path), CARRIER);
  }
}

/** The id of a call is the one in the answer to the request that placed it. */
const callIdOf = (form: URLSearchParams): string | null => form.get('RequestUUID') ?? form.get('CallUUID');

/** It refuses only in a sentence, which names the wrong field. */
function faultOfWords(words: string): CallFault | undefined {
  if (/\bfrom\b|caller/i.test(words)) return 'caller_id';
  return /\bto\b|destination/i.test(words) ? 'invalid_number' : undefined;
}

/** After a forwarded call, Plivo's next question says how the leg ended. */
function momentOf(asked: CallMoment['kind'], form: URLSearchParams): CallMoment {
  if (asked === 'digit') return { kind: 'digit', digit: form.get('Digits') ?? '' };
  const connected = form.get('DialStatus') === 'completed';
  return { kind: asked === 'unconnected' && connected ? 'done' : asked };
}

function readNews(form: URLSearchParams): CallNews | null {
  if (form.has('RecordingID')) return recordingNews(form);
  return form.has('DialAction') ? legNews(form) : callNews(form);
}

/** News of a leg, requested by its `Dial`: it was answered, or it was hung up after that. */
function legNews(form: URLSearchParams): CallNews | null {
  if (form.get('DialAction') === 'answer') return { kind: 'answered' };
  if (form.get('DialAction') !== 'hangup') return null;
  return endedNews('completed', form.get('DialBLegBillDuration') ?? form.get('DialBLegDuration'));
}

/** Only the question that follows says that nobody answered a leg. */
function unansweredLeg({ leg }: CallPlan, form: URLSearchParams): CallReport[] {
  const end = ENDS[form.get('DialStatus') ?? ''];
  if (!leg || !end || end === 'completed') return [];
  const carrierCallId = form.get('DialBLegUUID') || leg.reference;
  return [{ reference: leg.reference, carrierCallId, news: endedNews(end, null) }];
}

/** Reads the news about a call itself from a report. */
export const callNews = (form: URLSearchParams): CallNews | null =>
  newsOfForm(form, { ends: ENDS, lasted: form.get('BillDuration') ?? form.get('Duration') });

/** How a call ended, by the name of its cause: an answered call is complete. */
function endOf({ answer_time: answered, hangup_cause_name: cause }: z.infer<typeof detailBody>): CallEnd {
  if (answered) return 'completed';
  if (/busy/i.test(cause ?? '')) return 'busy';
  if (/cancel/i.test(cause ?? '')) return 'cancelled';
  return /no answer|timeout/i.test(cause ?? '') ? 'no-answer' : 'failed';
}

function recordingNews(form: URLSearchParams): CallNews {
  const lasted = Number(form.get('RecordingDuration') ?? Number.NaN);
  return {
    kind: 'recorded',
    carrierRecordingId: form.get('RecordingID') ?? '',
    duration: Number.isFinite(lasted) && lasted >= 0 ? lasted : null,
  };
}
