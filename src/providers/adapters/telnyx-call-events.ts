import { z } from 'zod';
import { isoTime } from '../../kit/schemas.ts';
import type { CallEnd, CallNews, CallReport } from '../voice-port.ts';
import { callWords } from './call-faults.ts';
import { parseJson } from './http-carrier.ts';

/** What Telnyx says back with every event of a call, in base64: whose it is, and of which call it is the second half. */
const callState = z.object({ reference: z.string(), parent: z.string().optional() });
type CallState = z.infer<typeof callState>;

/** As it goes out with a command. */
export const writeState = (state: CallState): string => Buffer.from(JSON.stringify(state)).toString('base64');

const readState = (text: string | null | undefined): CallState | undefined =>
  callState.safeParse(parseJson(Buffer.from(text ?? '', 'base64').toString('utf8'))).data;

const eventBody = z.object({
  data: z.object({
    event_type: z.string(),
    occurred_at: isoTime.or(z.iso.datetime({ offset: true })),
    payload: z.object({
      call_control_id: z.string(),
      client_state: z.string().nullish(),
      hangup_cause: z.string().optional(),
      digits: z.string().optional(),
      status: z.string().optional(),
      recording_id: z.string().optional(),
      recording_started_at: z.string().optional(),
      recording_ended_at: z.string().optional(),
    }),
  }),
});
type Event = z.infer<typeof eventBody>['data'];

const ENDS: Record<string, CallEnd> = {
  normal_clearing: 'completed',
  time_limit: 'completed',
  originator_cancel: 'cancelled',
  timeout: 'no-answer',
  user_busy: 'busy',
};

/** What an event of Telnyx says of a call of ours; undefined where it is no event of a call. */
export function readEvent(body: unknown): CallReport[] | undefined {
  const event = eventBody.safeParse(body).data?.data;
  if (!event) return undefined;
  const state = readState(event.payload.client_state);
  if (!state) return [];
  const { reference, parent } = state;
  const report = (providerCallId: string, ...news: CallNews[]): CallReport[] =>
    news.map((each) => ({ reference, providerCallId, news: each }));
  // The number that a call was forwarded to has a life of its own, of which only the end matters.
  if (parent) {
    if (event.event_type !== 'call.hangup') return [];
    const connected = event.payload.hangup_cause === 'normal_clearing';
    return report(parent, { kind: 'moment', moment: { kind: connected ? 'done' : 'unconnected' } });
  }
  return report(event.payload.call_control_id, ...newsOf(event));
}

function newsOf({ event_type: type, occurred_at: occurredAt, payload }: Event): CallNews[] {
  const at = new Date(occurredAt);
  switch (type) {
    case 'call.initiated':
      return [{ kind: 'ringing' }];
    case 'call.answered':
      return [
        { kind: 'answered', at },
        { kind: 'moment', moment: { kind: 'answered' } },
      ];
    case 'call.gather.ended':
      if (payload.status === 'call_hangup') return [];
      return [{ kind: 'moment', moment: { kind: 'digit', digit: payload.digits ?? '' } }];
    case 'call.hangup': {
      const end = ENDS[payload.hangup_cause ?? ''] ?? 'failed';
      return [{ kind: 'ended', end, duration: null, at, customerWords: wordsOf(end, payload.hangup_cause) }];
    }
    case 'call.recording.saved':
      return recorded(payload);
    default:
      return [];
  }
}

function wordsOf(end: CallEnd, cause: string | undefined): string | null {
  if (end !== 'failed') return null;
  if (cause === 'call_rejected') return callWords('rejected');
  return callWords(cause === 'not_found' ? 'invalid_number' : 'no_route');
}

function recorded(payload: Event['payload']): CallNews[] {
  const { recording_id: id, recording_started_at: from, recording_ended_at: to } = payload;
  if (!id) return [];
  const lasted = from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 1000) : Number.NaN;
  return [{ kind: 'recorded', providerRecordingId: id, duration: Number.isFinite(lasted) ? lasted : null }];
}
