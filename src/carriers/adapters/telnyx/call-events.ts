import { z } from 'zod';
import { isoTime } from '../../../platform/kit/schemas.ts';
import { CALL_MOMENTS, type CallMoment } from '../../call-flow.ts';
import type { CallEnd, CallNews, CallReport, MomentNews } from '../../voice-port.ts';
import type { IncomingCall, IncomingCallNews } from '../../incoming-calls.ts';
import { withPlusSign } from '../../incoming-sms.ts';
import { callWords } from '../call-faults.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';

/** The content that Telnyx sends back with every event of a call, in base64. */
const callState = z.object({
  /** The id of our call. */
  reference: z.string(),
  /** For the second half of a call: the id of the first. */
  parent: z.string().optional(),
  /** A call to a number of ours names the step of its answer plan. */
  step: z.number().int().optional(),
  /** Our id of the leg, which is charged as a call of its own. */
  leg: z.string().optional(),
  /** While something is being said or played: the event that it follows from, and how many actions are done after it. */
  said: z
    .object({ moment: z.object({ kind: z.enum(CALL_MOMENTS), digit: z.string().optional() }), done: z.number().int() })
    .optional(),
  /** While a message is being recorded: on which call. */
  takesMessage: z.string().optional(),
});
type CallState = z.infer<typeof callState>;

/** The same in the form in which it is sent with a command. */
export const writeState = (state: CallState): string => Buffer.from(JSON.stringify(state)).toString('base64');

const readState = (text: string | null | undefined): CallState | undefined =>
  callState.safeParse(parseJson(Buffer.from(text ?? '', 'base64').toString('utf8'))).data;

const eventBody = z.object({
  data: z.object({
    id: z.string(),
    event_type: z.string(),
    occurred_at: isoTime.or(z.iso.datetime({ offset: true })),
    payload: z.object({
      // Events about recordings may lack it.
      call_control_id: z.string().optional(),
      call_leg_id: z.string().optional(),
      client_state: z.string().nullish(),
      hangup_cause: z.string().optional(),
      digits: z.string().optional(),
      status: z.string().optional(),
      recording_id: z.string().optional(),
      recording_started_at: z.string().optional(),
      recording_ended_at: z.string().optional(),
      direction: z.string().optional(),
      from: z.string().optional(),
      to: z.string().optional(),
    }),
  }),
});
type Event = z.infer<typeof eventBody>['data'];

const ENDS: Record<string, CallEnd> = {
  normal_clearing: 'completed',
  time_limit: 'completed',
  originator_cancel: 'cancelled',
  timeout: 'no-answer',
  no_answer: 'no-answer',
  user_busy: 'busy',
};

/** Reads an event of Telnyx about a call of ours; undefined if it is no event of a call. */
export function readEvent(body: unknown): CallReport[] | undefined {
  const event = eventBody.safeParse(body).data?.data;
  if (!event) return undefined;
  const state = readState(event.payload.client_state);
  if (!state) return [];
  const { reference, parent, takesMessage, step } = state;
  const report = (carrierCallId: string, news: CallNews[]): CallReport[] =>
    news.map((each) => ({ reference, carrierCallId, news: each }));
  if (event.event_type === 'call.recording.saved') {
    const after = takesMessage ? [momentNews(event, { kind: 'done' }, { step })] : [];
    return report(takesMessage ?? event.payload.call_control_id ?? '', [...recorded(event.payload), ...after]);
  }
  const { call_control_id: call } = event.payload;
  // The leg of a call sends events of its own; after the end of the leg the call continues.
  if (parent) {
    const { leg } = state;
    const ofLeg = leg && call ? newsOf(event, state).filter(({ kind }) => kind !== 'moment') : [];
    const told = ofLeg.map((news) => ({ reference: leg ?? '', carrierCallId: call ?? '', news }));
    if (event.event_type !== 'call.hangup') return told;
    const connected = ['normal_clearing', 'time_limit'].includes(event.payload.hangup_cause ?? '');
    return [...told, ...report(parent, [momentNews(event, { kind: connected ? 'done' : 'unconnected' }, { step })])];
  }
  return call ? report(call, newsOf(event, state)) : [];
}

const momentNews = (
  { id }: Event,
  moment: CallMoment,
  { done = 0, step }: { done?: number; step: number | undefined },
): MomentNews => ({ kind: 'moment', moment, done, occurrence: id, ...(step !== undefined && { step }) });

/**
 * Reads an event about a call to a number of ours: somebody calls, or news as `readEvent` gives it. The end
 * of a call that was never told anything names it by the carrier's own id only.
 */
export function readIncomingEvent(body: unknown): (IncomingCall | IncomingCallNews)[] | undefined {
  const event = eventBody.safeParse(body).data?.data;
  if (!event) return undefined;
  const { call_control_id: carrierCallId, client_state: state, direction, from, to } = event.payload;
  if (readState(state)) return (readEvent(body) ?? []).map((report) => ({ kind: 'news', ...report }));
  if (!carrierCallId) return [];
  if (event.event_type === 'call.initiated' && direction === 'incoming' && from && to) {
    return [{ kind: 'call', carrierCallId, from: withPlusSign(from), to: withPlusSign(to) }];
  }
  if (event.event_type !== 'call.hangup') return [];
  const [news] = newsOf(event, { reference: '' });
  return news ? [{ kind: 'news', reference: null, carrierCallId, news }] : [];
}

function newsOf(event: Event, { said, step }: CallState): CallNews[] {
  const { event_type: type, occurred_at: occurredAt, payload } = event;
  const at = new Date(occurredAt);
  switch (type) {
    case 'call.initiated':
      return [{ kind: 'ringing' }];
    case 'call.answered':
      return [{ kind: 'answered', at }, momentNews(event, { kind: 'answered' }, { step })];
    case 'call.gather.ended':
      if (payload.status === 'call_hangup') return [];
      return [momentNews(event, { kind: 'digit', digit: payload.digits ?? '' }, { step })];
    case 'call.speak.ended':
    case 'call.playback.ended':
      if (payload.status === 'call_hangup' || !said) return [];
      return [momentNews(event, momentOf(said.moment), { done: said.done, step })];
    case 'call.hangup': {
      const end = ENDS[payload.hangup_cause ?? ''] ?? 'failed';
      return [{ kind: 'ended', end, duration: null, at, customerWords: wordsOf(end, payload.hangup_cause) }];
    }
    default:
      return [];
  }
}

const momentOf = ({ kind, digit = '' }: NonNullable<CallState['said']>['moment']): CallMoment =>
  kind === 'digit' ? { kind, digit } : { kind };

function wordsOf(end: CallEnd, cause: string | undefined): string | null {
  if (end !== 'failed') return null;
  if (cause === 'call_rejected') return callWords('rejected');
  return callWords(cause === 'not_found' ? 'invalid_number' : 'no_route');
}

function recorded(payload: Event['payload']): CallNews[] {
  const { call_leg_id: leg, recording_started_at: from, recording_ended_at: to } = payload;
  // Telnyx may leave its id out: then leg and start time identify it.
  const id = payload.recording_id ?? (leg && from ? `${leg}/${from}` : undefined);
  if (!id) return [];
  const lasted = from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 1000) : Number.NaN;
  return [{ kind: 'recorded', carrierRecordingId: id, duration: Number.isFinite(lasted) ? lasted : null }];
}
