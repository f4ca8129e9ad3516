import { z } from 'zod';
import { Problem } from '../../../platform/kit/errors.ts';
import { callFlow, type CallMoment, type CallPlan, leadsOn, RING_SECONDS } from '../../call-flow.ts';
import type { CarrierCallback, CarrierHost, CarrierPrice, SignedNews } from '../../port.ts';
import type { VonageSettings, VonageVoiceSettings } from './credential.ts';
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
import { callerNumber, callRefusal, callWords, numberOnly } from '../call-faults.ts';
import { requireStamp, stampedUrl } from '../callback-signature.ts';
import { fetchSound } from '../fetch-sound.ts';
import { type Answer, expectGone, expectOk, priceFrom, success, withoutPlus } from '../http-carrier.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';
import { checkInstructionsUrl, flowAddresses, instructionsUrl, reportsUrl } from '../instructions-url.ts';
import type { VonageApi } from './api.ts';
import { endpointOf, ncco } from './ncco.ts';
import { checkVonageToken } from './signature.ts';

const CARRIER = 'vonage';

const ENDS: Record<string, CallEnd> = {
  completed: 'completed',
  busy: 'busy',
  timeout: 'no-answer',
  unanswered: 'no-answer',
  cancelled: 'cancelled',
  failed: 'failed',
  rejected: 'failed',
};

const errorBody = z.object({ title: z.string().optional(), type: z.string().optional() });
const placedBody = z.object({ uuid: z.string().min(1) });
const callBody = z.object({ uuid: z.string(), status: z.string(), duration: z.string().nullish() });
const priceBody = z.object({ price: z.string().nullish() });
const eventBody = z.object({
  uuid: z.string().optional(),
  status: z.string().optional(),
  duration: z.union([z.string(), z.number()]).nullish(),
  recording_url: z.string().optional(),
  start_time: z.string().nullish(),
  end_time: z.string().nullish(),
});
const askedBody = z.object({
  status: z.string().optional(),
  dtmf: z.union([z.string(), z.object({ digits: z.string().nullish() })]).optional(),
});

/** Vonage's Voice API. The instructions are sent with the call; menus and forwarding ask for more. */
export class VonageVoice implements VoiceCarrier {
  readonly callerIdFault = numberOnly;

  constructor(
    private readonly host: CarrierHost,
    private readonly settings: VonageSettings,
    private readonly voice: VonageVoiceSettings,
    private readonly api: VonageApi,
  ) {}

  async placeCall({ plan, callbackUrl }: OutgoingCall): Promise<CallResult> {
    const answer = await this.#ask('/v1/calls', 'POST', {
      to: [endpointOf({ number: plan.destination, sip: plan.sip })],
      from: { type: 'phone', number: withoutPlus(callerNumber(plan.callerId)) },
      ...this.#instructions(plan, callbackUrl),
      event_url: [stampedUrl(callbackUrl, this.host.clock, plan.reference)],
      event_method: 'POST',
      ringing_timer: RING_SECONDS,
      length_timer: plan.timeLimit,
    });
    const placed = success(answer, placedBody);
    if (placed) return { kind: 'accepted', carrierCallId: placed.uuid };
    return callRefusal(answer, { log: this.host.log, carrier: CARRIER }, (body) => {
      const { title = '', type = '' } = errorBody.safeParse(body).data ?? {};
      const about = `${type} ${title}`;
      if (/from/i.test(about)) return { code: type || title, fault: 'caller_id' };
      return /\bto\b|number/i.test(about) ? { code: type || title, fault: 'invalid_number' } : undefined;
    });
  }

  /**
   * The object is sent with the call. An object that leads on to a leg is requested separately, so that the
   * leg is checked before it rings.
   */
  #instructions(plan: CallPlan, callbackUrl: string): object {
    if (!leadsOn(callFlow(plan, { kind: 'answered' }))) {
      return { ncco: this.#ncco(plan, { kind: 'answered' }, callbackUrl, plan.record) };
    }
    const url = instructionsUrl(this.host, callbackUrl, { reference: plan.reference, moment: 'answered' });
    return { answer_url: [url], answer_method: 'POST' };
  }

  async hangUp(carrierCallId: string): Promise<void> {
    const answer = await this.#ask(this.#callPath(carrierCallId), 'PUT', { action: 'hangup' });
    // A call that is over can no longer be changed.
    if (answer.kind === 'answered' && [400, 404].includes(answer.status)) return;
    expectOk(answer, CARRIER);
  }

  async lookupCall({ carrierCallId }: CallQuestion): Promise<CallLookup> {
    // We cannot ask it by our reference.
    if (!carrierCallId) return { kind: 'unknown' };
    const answer = await this.#ask(this.#callPath(carrierCallId));
    if (answer.kind === 'answered' && answer.status === 404) return { kind: 'unknown' };
    const { status, duration } = callBody.parse(expectOk(answer, CARRIER));
    const news = newsOf(status, duration);
    if (news?.kind === 'ended') return { kind: 'ended', carrierCallId, news };
    return { kind: 'under-way', carrierCallId, news };
  }

  async priceOf(carrierCallId: string): Promise<CarrierPrice | null> {
    const answer = await this.#ask(this.#callPath(carrierCallId));
    return priceFrom(priceBody.parse(expectOk(answer, CARRIER)).price, this.settings.currency);
  }

  async parseCallback(callback: CarrierCallback): Promise<SignedNews<CallReport>> {
    const seal = checkVonageToken(this.settings, this.host.clock, callback);
    const event = eventBody.safeParse(parseJson(callback.body)).data;
    const { reference } = requireStamp(callback.url, this.host.clock);
    if (!event) throw new Problem('malformed_request', 'This is no news of a call');
    const recording = recordingNews(event);
    if (recording) return { news: [{ reference, carrierCallId: event.uuid ?? '', news: recording }], seal };
    const news = event.status ? newsOf(event.status, event.duration) : null;
    return { news: news && event.uuid ? [{ reference, carrierCallId: event.uuid, news }] : [], seal };
  }

  async instruct(callback: CarrierCallback, plan: CallPlan, asked: CallMoment['kind']): Promise<Instructions> {
    checkVonageToken(this.settings, this.host.clock, callback);
    checkInstructionsUrl(this.host, callback.url, { reference: plan.reference, moment: asked });
    const question = parseJson(callback.body);
    const moment = momentOf(asked, askedBody.safeParse(question).data ?? {});
    const news = asked === 'unconnected' ? legNews(plan, eventBody.safeParse(question).data) : [];
    // News of a leg that needs no answer: an answered object would replace the running one.
    if (!moment) return { contentType: 'application/json', body: '', connects: false, moment, news };
    const record = asked === 'answered' && plan.record;
    const actions = this.#ncco(plan, moment, reportsUrl(callback.url), record);
    const connects = leadsOn(callFlow(plan, moment));
    return { contentType: 'application/json', body: JSON.stringify(actions), connects, moment, news };
  }

  #ncco(plan: CallPlan, moment: CallMoment, reports: string, record: boolean): object[] {
    const addresses = flowAddresses(this.host, reports, plan);
    const actions = callFlow({ ...plan, callerId: callerNumber(plan.callerId) }, moment);
    return ncco(actions, addresses, { record, reference: plan.reference });
  }

  async fetchRecording(carrierRecordingId: string): Promise<RecordedSound | null> {
    const path = `/v1/files/${encodeURIComponent(carrierRecordingId)}`;
    return fetchSound(this.voice.baseUrl + path, this.api.headersOf(this.voice));
  }

  async deleteRecording(carrierRecordingId: string): Promise<void> {
    const answer = await this.#ask(`/v3/media/${encodeURIComponent(carrierRecordingId)}`, 'DELETE');
    expectGone(answer, CARRIER);
  }

  #callPath = (carrierCallId: string): string => `/v1/calls/${encodeURIComponent(carrierCallId)}`;

  #ask(...request: [path: string, method?: 'GET' | 'POST' | 'PUT' | 'DELETE', body?: object]): Promise<Answer> {
    return this.api.asApplication(this.voice, ...request);
  }
}

const UNCONNECTED = new Set(['timeout', 'failed', 'busy', 'rejected', 'unanswered', 'cancelled']);

function momentOf(asked: CallMoment['kind'], { status, dtmf }: z.infer<typeof askedBody>): CallMoment | null {
  if (asked === 'digit') return { kind: 'digit', digit: (typeof dtmf === 'string' ? dtmf : dtmf?.digits) ?? '' };
  if (asked === 'unconnected') return UNCONNECTED.has(status ?? '') ? { kind: 'unconnected' } : null;
  return { kind: asked };
}

/** The leg's events are sent to the address of its action. */
function legNews({ leg }: CallPlan, event: z.infer<typeof eventBody> | undefined): CallReport[] {
  const news = event?.status ? newsOf(event.status, event.duration) : null;
  return leg && news && event?.uuid ? [{ reference: leg.reference, carrierCallId: event.uuid, news }] : [];
}

/** Reads the news from an event's status; null where it has none that counts. */
export function newsOf(status: string, duration: string | number | null | undefined): CallNews | null {
  if (status === 'ringing') return { kind: 'ringing' };
  if (status === 'answered' || status === 'human' || status === 'machine') return { kind: 'answered' };
  const end = ENDS[status];
  if (!end) return null;
  const seconds = duration === null || duration === undefined || duration === '' ? null : Number(duration);
  const words = status === 'rejected' ? callWords('rejected') : callWords('no_route');
  return {
    kind: 'ended',
    end,
    duration: end === 'completed' ? seconds : null,
    customerWords: end === 'failed' ? words : null,
  };
}

/** Only the last part of its address is used, because the settings say where recordings are. */
function recordingNews({
  recording_url: url,
  start_time: from,
  end_time: to,
}: z.infer<typeof eventBody>): CallNews | null {
  const id = url?.split(/[?#]/)[0]?.split('/').at(-1);
  if (!id) return null;
  const lasted = from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 1000) : Number.NaN;
  return { kind: 'recorded', carrierRecordingId: id, duration: Number.isFinite(lasted) ? lasted : null };
}
