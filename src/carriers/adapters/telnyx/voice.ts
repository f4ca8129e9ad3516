import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../../platform/kit/errors.ts';
import {
  type CallAction,
  callFlow,
  type CallPlan,
  CONFERENCE_PARTICIPANTS,
  MENU_SECONDS,
  MESSAGE_SECONDS,
  RING_SECONDS,
} from '../../call-flow.ts';
import type { Language } from '../../../platform/kit/languages.ts';
import type { CarrierCallback, CarrierHost, SignedNews } from '../../port.ts';
import type {
  CallLookup,
  CallQuestion,
  CallReport,
  CallResult,
  MomentNews,
  OutgoingCall,
  RecordedSound,
  VoiceCarrier,
} from '../../voice-port.ts';
import { type CallFault, callerNumber, callRefusal, numberOnly } from '../call-faults.ts';
import { stampedUrl } from '../callback-signature.ts';
import { fetchSound } from '../fetch-sound.ts';
import { type Answer, expectGone, expectOk, success } from '../http-carrier.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';
import { VOICES } from '../voices.ts';
import type { TelnyxApi } from './api.ts';
import { checkTelnyxSignature } from './signature.ts';
import { readEvent, writeState } from './call-events.ts';

const CARRIER = 'telnyx';

const FAULTS: Record<string, CallFault> = {
  10009: 'account',
  10010: 'account',
  10011: 'throttled',
  10016: 'invalid_number',
  10039: 'no_route',
  20100: 'account',
  90015: 'account',
  90041: 'throttled',
};

const errorBody = z.object({
  errors: z.array(z.object({ code: z.string(), source: z.object({ pointer: z.string() }).nullish() })).min(1),
});
const placedBody = z.object({ data: z.object({ call_control_id: z.string().min(1) }) });
const callBody = z.object({
  data: z.object({ is_alive: z.boolean(), call_duration: z.number().nullish(), end_time: z.string().nullish() }),
});
const conferencesBody = z.object({ data: z.array(z.object({ id: z.string() })) });
const recording = z.object({
  id: z.string(),
  recording_started_at: z.string().optional(),
  download_urls: z.object({ mp3: z.string().optional(), wav: z.string().optional() }).optional(),
});
type Recording = z.infer<typeof recording>;
const recordingBody = z.object({ data: recording });
const recordingsBody = z.object({ data: z.array(recording) });

/** The voice of a text; if only a gender is given, Telnyx uses a voice that speaks American English only. */
const voiceOf = (language: Language = 'en') => ({
  voice: `AWS.Polly.${VOICES[language].name}`,
  language: VOICES[language].language,
});

/** Telnyx Call Control: Telnyx tells what happens on a call, and is told what to do. */
export class TelnyxVoice implements VoiceCarrier {
  readonly callerIdFault = numberOnly;

  constructor(
    private readonly host: CarrierHost,
    private readonly connectionId: string,
    private readonly api: TelnyxApi,
    private readonly key: KeyObject,
  ) {}

  async placeCall({ plan, callbackUrl }: OutgoingCall): Promise<CallResult> {
    const answer = await this.api.post('/calls', {
      connection_id: this.connectionId,
      to: plan.sip ?? plan.destination,
      ...(plan.sip !== undefined && { sip_transport_protocol: transportOf(plan.sip) }),
      from: callerNumber(plan.callerId),
      timeout_secs: RING_SECONDS,
      time_limit_secs: plan.timeLimit,
      webhook_url: stampedUrl(callbackUrl, this.host.clock, plan.reference),
      webhook_url_method: 'POST',
      client_state: writeState({ reference: plan.reference }),
      // If the same command is sent twice, Telnyx carries it out once.
      command_id: plan.reference,
      ...(plan.record ? { record: 'record-from-answer', record_format: 'mp3', record_channels: 'single' } : {}),
    });
    const placed = success(answer, placedBody)?.data;
    if (placed) return { kind: 'accepted', carrierCallId: placed.call_control_id };
    return callRefusal(answer, { log: this.host.log, carrier: CARRIER }, (body) => {
      const error = errorBody.safeParse(body).data?.errors[0];
      return error && { code: error.code, fault: faultOfField(error.source?.pointer) ?? FAULTS[error.code] };
    });
  }

  async hangUp(carrierCallId: string): Promise<void> {
    const answer = await this.#command(carrierCallId, 'hangup', {});
    // A call that is over can no longer be told anything.
    if (answer.kind === 'answered' && [404, 422].includes(answer.status)) return;
    expectOk(answer, CARRIER);
  }

  async lookupCall({ carrierCallId }: CallQuestion): Promise<CallLookup> {
    // We cannot ask it by our reference.
    if (!carrierCallId) return { kind: 'unknown' };
    const answer = await this.api.get(`/calls/${encodeURIComponent(carrierCallId)}`);
    if (answer.kind === 'answered' && answer.status === 404) return { kind: 'unknown' };
    const {
      is_alive: alive,
      call_duration: duration,
      end_time: endTime,
    } = callBody.parse(expectOk(answer, CARRIER)).data;
    if (alive) return { kind: 'under-way', carrierCallId, news: null };
    const news = {
      kind: 'ended',
      end: 'completed',
      duration: duration ?? null,
      at: endTime ? new Date(endTime) : undefined,
      customerWords: null,
    } as const;
    return { kind: 'ended', carrierCallId, news };
  }

  async parseCallback(callback: CarrierCallback): Promise<SignedNews<CallReport>> {
    const seal = checkTelnyxSignature(this.key, this.host.clock, callback);
    const reports = readEvent(parseJson(callback.body));
    if (!reports) throw new Problem('malformed_request', 'This is no news of a call');
    return { news: reports, seal };
  }

  /**
   * A call to a number of ours is answered before anything else can be done with it; one that is refused never is. Its
   * `call.answered` brings the first step.
   */
  async answerOrReject(carrierCallId: string, plan: CallPlan): Promise<void> {
    const [first] = callFlow(plan, { kind: 'answered' });
    const state = { command_id: `${carrierCallId}-begin`, client_state: stateOf(plan, {}) };
    if (first?.kind === 'reject') return this.#carryOut(carrierCallId, plan, first, state);
    const answer = await this.#command(carrierCallId, 'answer', state);
    // The caller has hung up meanwhile.
    if (answer.kind === 'answered' && [404, 422].includes(answer.status)) return;
    expectOk(answer, CARRIER);
  }

  /** The action after a text or a sound has to wait until that is over, which Telnyx reports. */
  async conduct(carrierCallId: string, plan: CallPlan, news: MomentNews): Promise<void> {
    const { moment, occurrence } = news;
    const actions = callFlow({ ...plan, callerId: callerNumber(plan.callerId) }, moment);
    for (const [index, action] of actions.entries()) {
      if (index < news.done) continue;
      const said = action.kind === 'say' || action.kind === 'play' ? { moment, done: index + 1 } : undefined;
      await this.#carryOut(carrierCallId, plan, action, {
        // If the same command is sent twice, Telnyx carries it out once.
        command_id: `${occurrence}-${index}`,
        client_state: stateOf(plan, { said }),
      });
      if (said) return;
    }
  }

  async #carryOut(call: string, plan: CallPlan, action: CallAction, state: CommandState): Promise<void> {
    const speech = (payload: string, language?: Language) => ({ payload, ...voiceOf(language), ...state });
    const command = async (name: string, body: object) => {
      const answer = await this.#command(call, name, body);
      // The person who was called has hung up meanwhile.
      if (answer.kind === 'answered' && [404, 422].includes(answer.status)) return;
      expectOk(answer, CARRIER);
    };
    switch (action.kind) {
      case 'say':
        return command('speak', speech(action.text, action.language));
      case 'play':
        return command('playback_start', { audio_url: action.url, ...state });
      case 'menu': {
        const digits = { minimum_digits: 1, maximum_digits: 1, timeout_millis: MENU_SECONDS * 1000 };
        return action.sound
          ? command('gather_using_audio', { audio_url: action.sound, ...state, ...digits })
          : command('gather_using_speak', { ...speech(action.text, action.language), ...digits });
      }
      case 'connect':
        return command('transfer', {
          to: action.sip ?? action.number,
          ...(action.sip !== undefined && { sip_transport_protocol: transportOf(action.sip) }),
          from: action.callerId,
          timeout_secs: action.ringSeconds,
          time_limit_secs: action.leg.timeLimit,
          ...state,
          target_leg_client_state: stateOf(plan, { parent: call, leg: action.leg.reference }),
        });
      case 'take-message':
        return command('record_start', {
          format: 'mp3',
          channels: 'single',
          play_beep: true,
          max_length: MESSAGE_SECONDS,
          ...state,
          client_state: stateOf(plan, { takesMessage: call }),
        });
      case 'conference':
        return this.#joinConference(call, action.room, state);
      case 'hold':
        // The line stays open by itself.
        return undefined;
      case 'hang-up':
        return command('hangup', state);
      case 'reject':
        return command('reject', { cause: 'USER_BUSY', ...state });
    }
  }

  async #joinConference(call: string, name: string, state: CommandState): Promise<void> {
    const found = await this.api.get('/conferences', { 'filter[name]': name, 'filter[status]': 'in_progress' });
    const [conference] = conferencesBody.parse(expectOk(found, CARRIER)).data;
    const body = { call_control_id: call, ...state };
    const answer = conference
      ? await this.api.post(`/conferences/${encodeURIComponent(conference.id)}/actions/join`, body)
      : await this.api.post('/conferences', { ...body, name, max_participants: CONFERENCE_PARTICIPANTS });
    expectOk(answer, CARRIER);
  }

  async fetchRecording(carrierRecordingId: string): Promise<RecordedSound | null> {
    const found = await this.#findRecording(carrierRecordingId);
    const address = found?.download_urls?.mp3 ?? found?.download_urls?.wav;
    return address ? fetchSound(address) : null;
  }

  /** Found by its id or, if its event did not say that, by leg and start time. */
  async #findRecording(carrierRecordingId: string): Promise<Recording | undefined> {
    const [id = '', startedAt] = carrierRecordingId.split('/');
    if (startedAt === undefined) {
      const answer = await this.api.get(`/recordings/${encodeURIComponent(id)}`);
      if (answer.kind === 'answered' && answer.status === 404) return undefined;
      return recordingBody.parse(expectOk(answer, CARRIER)).data;
    }
    const answer = await this.api.get('/recordings', { 'filter[call_leg_id]': id });
    const { data } = recordingsBody.parse(expectOk(answer, CARRIER));
    const begun = Date.parse(startedAt);
    return data.find(({ recording_started_at: at }) => Date.parse(at ?? '') === begun);
  }

  async deleteRecording(carrierRecordingId: string): Promise<void> {
    const found = await this.#findRecording(carrierRecordingId);
    if (!found) return;
    expectGone(await this.api.delete(`/recordings/${encodeURIComponent(found.id)}`), CARRIER);
  }

  #command(call: string, name: string, body: object): Promise<Answer> {
    return this.api.post(`/calls/${encodeURIComponent(call)}/actions/${name}`, body);
  }
}

/** The events that a command brings about carry this back. */
const stateOf = ({ reference, answer }: CallPlan, more: Omit<Parameters<typeof writeState>[0], 'reference'>) =>
  writeState({ reference, ...(answer && { step: answer.step }), ...more });

/** Telnyx takes UDP unless it is told otherwise beside the address. */
const transportOf = (sip: string): string => /;transport=(\w+)/.exec(sip)?.[1]?.toUpperCase() ?? 'UDP';

/** The content that is sent with every command. */
interface CommandState {
  command_id: string;
  client_state: string;
}

/** The meaning of a refusal, by the field that it points at. */
function faultOfField(pointer: string | undefined): CallFault | undefined {
  if (pointer?.startsWith('/to')) return 'invalid_number';
  return pointer?.startsWith('/from') ? 'caller_id' : undefined;
}
