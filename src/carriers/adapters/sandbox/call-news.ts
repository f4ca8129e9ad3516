import type { Sql } from 'postgres';
import { z } from 'zod';
import type { sandboxCalls } from '../../../../db/schema/index.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { parseMoney, times } from '../../../platform/kit/money.ts';
import type { CallNews, CallReport } from '../../voice-port.ts';

export type Outcome = (typeof sandboxCalls.$inferSelect)['outcome'];

const CARRIER_COST_PER_MINUTE = parseMoney('0.0100');

/** A simulated call, as it is stored. */
export interface CallRow {
  id: string;
  carrier: string;
  reference: string;
  record: boolean;
  outcome: Outcome;
  answers_at: string | null;
  ends_at: string;
  /** When its news became due; while it is told, the call itself says until when. */
  due_at: string;
  told: number;
  step: number | null;
  presses: string | null;
  /** The leg of a caller names the caller's call. */
  caller_call_id?: string | null;
  caller_reference?: string | null;
}

/** Beside the numbers of what was told: its caller presses a key next. */
export const PRESSES = -1;

/** Callers of the simulated carriers say this on voicemail, as such a carrier writes it down. */
const TRANSCRIPT = 'Hello, this is a test call. Please call me back.';

/** Whole seconds, begun ones counting, as carriers count them. */
export function endOf(row: CallRow): Extract<CallNews, { kind: 'ended' }> {
  const end = row.outcome === 'silent' ? 'completed' : row.outcome;
  const lasted = row.answers_at ? new Date(row.ends_at).getTime() - new Date(row.answers_at).getTime() : 0;
  return endedNews({ end, seconds: Math.ceil(lasted / 1000) });
}

const endedNews = ({ end, seconds }: { end: Exclude<Outcome, 'silent'>; seconds: number }) => ({
  kind: 'ended' as const,
  end,
  duration: seconds,
  customerWords: end === 'failed' ? 'This number could not be reached' : null,
  carrierCost: times(CARRIER_COST_PER_MINUTE, Math.ceil(seconds / 60)),
});

const newsBody = z.object({
  calls: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      state: z.enum(['ringing', 'answered', 'ended', 'recorded', 'pressed']),
      /** A call to a number of ours, and its leg, name the step of its plan. */
      step: z.number().int().optional(),
      digit: z.string().optional(),
      /** The leg of such a call names its caller. */
      caller: z.object({ id: z.uuid(), reference: z.string() }).optional(),
      transcript: z.string().optional(),
      end: z.enum(['completed', 'busy', 'no-answer', 'failed', 'cancelled']).optional(),
      seconds: z.number().optional(),
    }),
  ),
});
/** A simulated carrier's news about its calls. */
export type SandboxCallNews = z.infer<typeof newsBody>['calls'][number];

/** @throws malformed_request */
function readNews(body: string): SandboxCallNews[] {
  try {
    return newsBody.parse(JSON.parse(body)).calls;
  } catch {
    throw new Problem('malformed_request', 'This is no news of a call');
  }
}

/**
 * Reads a body's news about calls; the end of a caller's leg also says that the caller waits again.
 * @throws malformed_request
 */
export const reportsOf = (body: string): CallReport[] =>
  readNews(body).flatMap((told) => [
    ...newsOf(told).map((news) => ({ reference: told.reference, carrierCallId: told.id, news })),
    ...waitsAgain(told),
  ]);

function waitsAgain({ id, state, end, step, caller }: SandboxCallNews): CallReport[] {
  if (state !== 'ended' || !caller) return [];
  const moment = { kind: end === 'completed' ? 'done' : 'unconnected' } as const;
  const news = { kind: 'moment', moment, done: 0, occurrence: id, step } as const;
  return [{ reference: caller.reference, carrierCallId: caller.id, news }];
}

function newsOf(told: SandboxCallNews): CallNews[] {
  const { id, state, end = 'failed', seconds = 0, step, digit = '', transcript } = told;
  if (state === 'ended') return [endedNews({ end, seconds })];
  if (state === 'recorded') {
    return [{ kind: 'recorded', carrierRecordingId: id, duration: seconds, ...(transcript && { transcript }) }];
  }
  if (state === 'ringing') return [{ kind: state }];
  if (state === 'pressed') {
    const occurrence = `${id}-${step}`;
    return [{ kind: 'moment', moment: { kind: 'digit', digit }, done: 0, occurrence, step }];
  }
  return [{ kind: state }, { kind: 'moment', moment: { kind: 'answered' }, done: 0, occurrence: id }];
}

/** Lists the due news about a call, in order. */
function dueNews(row: CallRow, now: Date): SandboxCallNews[] {
  const { id, reference } = row;
  const step = row.step ?? undefined;
  const ended = new Date(row.ends_at) <= now;
  if (row.told === PRESSES && !ended) {
    return [{ id, reference, state: 'pressed', digit: row.presses ?? '', ...(step !== undefined && { step }) }];
  }
  const answered = row.answers_at !== null && new Date(row.answers_at) <= now;
  const news: SandboxCallNews[] = [];
  const isCaller = step !== undefined && !row.caller_reference;
  if (!isCaller && row.told < 1) news.push({ id, reference, state: 'ringing' });
  if (!isCaller && row.told < 2 && answered) news.push({ id, reference, state: 'answered' });
  if (!ended || row.outcome === 'silent') return news;
  const { end, duration } = endOf(row);
  const seconds = duration ?? 0;
  const caller =
    row.caller_reference && row.caller_call_id
      ? { caller: { id: row.caller_call_id, reference: row.caller_reference } }
      : {};
  const ending = { id, reference, state: 'ended', end, seconds, ...caller } as const;
  news.push(step === undefined ? ending : { ...ending, step });
  const transcript = isCaller ? { transcript: TRANSCRIPT } : {};
  if (row.record && answered) news.push({ id, reference, state: 'recorded', seconds, ...transcript });
  return news;
}

/** Whoever tells news has so long for it; then it counts as not told. */
const TELL_WITHIN_MS = 10_000;

/**
 * Hands what is due to `deliver`, and only then counts it as told: news may come twice, as a real
 * carrier's may, but none is lost. No row is locked meanwhile, because news can change the very call that it is about.
 */
export async function tellDueCalls(
  sql: Sql,
  now: Date,
  deliver: (carrier: string, news: SandboxCallNews[]) => Promise<void>,
): Promise<void> {
  const at = now.toISOString();
  const until = new Date(now.getTime() + TELL_WITHIN_MS).toISOString();
  const due = await sql<CallRow[]>`
    update sandbox_calls c set tell_at = ${until}::timestamptz
    from (
      select id, tell_at as due_at from sandbox_calls where tell_at <= ${at}::timestamptz
      order by tell_at limit 200 for update skip locked
    ) d
    where c.id = d.id
    returning c.*, d.due_at,
      (select p.id from sandbox_calls p where p.id = c.parent_id and p.step is not null) as caller_call_id,
      (select p.reference from sandbox_calls p where p.id = c.parent_id and p.step is not null) as caller_reference`;
  const inOrder = due.toSorted((a, b) => (a.due_at < b.due_at ? -1 : 1));
  for (const [carrier, rows] of Map.groupBy(inOrder, (row) => row.carrier)) {
    await deliver(
      carrier,
      rows.flatMap((row) => dueNews(row, now)),
    );
  }
  if (due.length === 0) return;
  await sql`
    update sandbox_calls set
      told = case when ends_at <= ${at}::timestamptz then 3 when told = ${PRESSES} then 2
        when answers_at <= ${at}::timestamptz then 2 else 1 end,
      tell_at = case when ends_at <= ${at}::timestamptz then null
        when answers_at > ${at}::timestamptz then answers_at else ends_at end
    where id in ${sql(due.map(({ id }) => id))} and tell_at = ${until}::timestamptz`;
}
