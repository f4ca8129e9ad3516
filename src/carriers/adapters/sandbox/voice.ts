import type { Sql } from 'postgres';
import { z } from 'zod';
import type { sandboxCalls } from '../../../../db/schema/index.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { parseMoney, times } from '../../../platform/kit/money.ts';
import { callFlow, type CallPlan, RING_SECONDS } from '../../call-flow.ts';
import type { CarrierCallback, CarrierHost, SignedNews } from '../../port.ts';
import type {
  CallLookup,
  CallNews,
  CallReport,
  CallResult,
  MomentNews,
  OutgoingCall,
  RecordedSound,
  VoiceCarrier,
} from '../../voice-port.ts';
import { checkSandboxSignature } from './signature.ts';
import { toneWav } from './tone.ts';
import { SANDBOX_ENDINGS } from './catalogue.ts';
import { between, cutAt, iso, type Span } from './schedule.ts';
import { type Sentence } from '../../../platform/kit/faults.ts';
import { sentence } from '../../../platform/kit/sentences.ts';

/** The ending of a number in E.164. */
const MOST_DIGITS = 15;

/** How a simulated carrier treats calls; each time is a shortest and a longest one, in milliseconds. */
export interface SandboxVoiceSettings {
  latencyMs: Span;
  ringsAfterMs: Span;
  answersAfterMs: Span;
  /** From the answer to the end. */
  lastsMs: Span;
  /** The seconds of sound in a recording, whatever the call's length. */
  tone: number;
}

export const VOICE_LIKE_A_REAL_ONE: SandboxVoiceSettings = {
  latencyMs: [20, 80],
  ringsAfterMs: [500, 1000],
  answersAfterMs: [1500, 3000],
  lastsMs: [8000, 20_000],
  tone: 3,
};

type Outcome = (typeof sandboxCalls.$inferSelect)['outcome'];

const OUTCOMES: Record<string, Outcome> = {
  [SANDBOX_ENDINGS.noAnswer]: 'no-answer',
  [SANDBOX_ENDINGS.busy]: 'busy',
  [SANDBOX_ENDINGS.failed]: 'failed',
  [SANDBOX_ENDINGS.endless]: 'completed',
  [SANDBOX_ENDINGS.silent]: 'silent',
};

const CARRIER_COST_PER_MINUTE = parseMoney('0.0100');

interface CallRow {
  id: string;
  carrier: string;
  reference: string;
  record: boolean;
  outcome: Outcome;
  answers_at: string | null;
  ends_at: string;
  told: number;
}

/** The part of a simulated carrier that places calls; its calls are in a table of their own. */
export class SandboxVoice implements VoiceCarrier {
  readonly #carrier: string;
  readonly #settings: SandboxVoiceSettings;
  readonly #host: CarrierHost;
  readonly #isDown: () => Promise<boolean>;

  constructor(
    carrier: string,
    settings: SandboxVoiceSettings,
    host: CarrierHost,
    isDown: () => Promise<boolean>,
  ) {
    this.#carrier = carrier;
    this.#settings = settings;
    this.#host = host;
    this.#isDown = isDown;
  }

  callerIdFault(callerId: string): Sentence | null {
    const digits = callerId.replace(/\D/g, '');
    if (/\p{L}/u.test(callerId) || digits.length <= MOST_DIGITS) return null;
    return sentence('callerIdDigits', { count: MOST_DIGITS });
  }

  async placeCall({ plan }: OutgoingCall): Promise<CallResult> {
    await Bun.sleep(between(this.#settings.latencyMs));
    if (await this.#isDown()) {
      const customerWords = 'The carrier could not be reached';
      return { kind: 'refused', code: 'unreachable', retry: 'later', blame: 'carrier', customerWords };
    }
    const ending = plan.destination.slice(-4);
    if (ending === SANDBOX_ENDINGS.refused) {
      const customerWords = 'The carrier refused this number';
      return { kind: 'refused', code: 'unroutable', retry: 'never', customerWords };
    }
    return { kind: 'accepted', carrierCallId: await this.#begin(plan, null) };
  }

  /** Only forwarding is simulated; nobody presses a key. */
  async conduct(carrierCallId: string, plan: CallPlan, { moment }: MomentNews): Promise<void> {
    for (const action of callFlow(plan, moment)) {
      if (action.kind !== 'connect') continue;
      const { number: destination, leg } = action;
      await this.#begin({ ...plan, ...leg, destination, record: false }, carrierCallId);
    }
  }

  /**
   * A leg begins once, however often it is requested, and ends with the call that leads on to it.
   * @returns its id
   */
  async #begin(plan: CallPlan, parentId: string | null): Promise<string> {
    const { clock, sql } = this.#host;
    const id = newId(clock);
    const placedAt = clock.now();
    const ending = plan.destination.slice(-4);
    const outcome = OUTCOMES[ending] ?? 'completed';
    const lasts = ending === SANDBOX_ENDINGS.endless ? plan.timeLimit : null;
    const [parent] = await sql<
      { ends_at: string }[]
    >`select ends_at from sandbox_calls where id = ${parentId}::uuid`;
    const own = this.#schedule(placedAt, outcome, lasts, plan);
    const { times, isCut } = cutAt(own, parent?.ends_at);
    await sql`
      insert into sandbox_calls (id, carrier, reference, parent_id, caller_id, destination, record, time_limit,
        outcome, placed_at, rings_at, answers_at, ends_at, tell_at)
      select ${id}, ${this.#carrier}, ${plan.reference}, ${parentId}::uuid, ${plan.callerId}, ${plan.destination},
        ${plan.record}, ${plan.timeLimit}, ${isCut ? 'cancelled' : outcome}, ${placedAt.toISOString()}::timestamptz,
        ${times.rings}::timestamptz, ${times.answers}::timestamptz, ${times.ends}::timestamptz,
        ${times.rings}::timestamptz
      where ${parentId}::uuid is null
        or not exists (select from sandbox_calls where reference = ${plan.reference})`;
    return id;
  }

  #schedule(placedAt: Date, outcome: Outcome, lastsSeconds: number | null, plan: { timeLimit: number }) {
    const at = (from: number, milliseconds: number) => from + Math.round(milliseconds);
    const { ringsAfterMs, answersAfterMs, lastsMs } = this.#settings;
    const rings = at(placedAt.getTime(), between(ringsAfterMs));
    const picksUp = at(rings, between(answersAfterMs));
    const talks = lastsSeconds === null ? between(lastsMs) : lastsSeconds * 1000;
    const answered = outcome === 'completed' || outcome === 'silent';
    const unanswered = outcome === 'no-answer' ? at(rings, RING_SECONDS * 1000) : picksUp;
    const ends = answered ? at(picksUp, Math.min(talks, plan.timeLimit * 1000)) : unanswered;
    return { rings: iso(rings), answers: answered ? iso(picksUp) : null, ends: iso(ends) };
  }

  async hangUp(carrierCallId: string): Promise<void> {
    const now = this.#host.clock.now().toISOString();
    await this.#host.sql`
      update sandbox_calls set ends_at = ${now}::timestamptz, tell_at = least(tell_at, ${now}::timestamptz),
        outcome = case when answers_at <= ${now}::timestamptz then outcome else 'cancelled' end,
        answers_at = case when answers_at <= ${now}::timestamptz then answers_at end
      where (id = ${carrierCallId} or parent_id = ${carrierCallId}) and carrier = ${this.#carrier}
        and ends_at > ${now}::timestamptz`;
  }

  async lookupCall({ reference }: { reference: string }): Promise<CallLookup> {
    if (await this.#isDown()) throw new Error('the carrier could not be reached');
    const [row] = await this.#host.sql<CallRow[]>`
      select * from sandbox_calls where carrier = ${this.#carrier} and reference = ${reference}
      order by id limit 1`;
    if (!row) return { kind: 'absent' };
    const now = this.#host.clock.now();
    const carrierCallId = row.id;
    if (new Date(row.ends_at) <= now) return { kind: 'ended', carrierCallId, news: endOf(row) };
    const answered = row.answers_at !== null && new Date(row.answers_at) <= now;
    return { kind: 'under-way', carrierCallId, news: { kind: answered ? 'answered' : 'ringing' } };
  }

  async parseCallback(callback: CarrierCallback): Promise<SignedNews<CallReport>> {
    const seal = checkSandboxSignature(this.#host, this.#carrier, callback);
    const news = readNews(callback.body).flatMap((told) =>
      newsOf(told).map((each) => ({ reference: told.reference, carrierCallId: told.id, news: each })),
    );
    return { news, seal };
  }

  async fetchRecording(carrierRecordingId: string): Promise<RecordedSound | null> {
    const [row] = await this.#host.sql<{ id: string }[]>`
      select id from sandbox_calls where id = ${carrierRecordingId} and carrier = ${this.#carrier} and record`;
    return row ? { contentType: 'audio/wav', bytes: toneWav(this.#settings.tone) } : null;
  }

  async deleteRecording(carrierRecordingId: string): Promise<void> {
    await this.#host.sql`
      update sandbox_calls set record = false
      where id = ${carrierRecordingId} and carrier = ${this.#carrier}`;
  }
}

/** Whole seconds; a started second counts, as with real carriers. */
function endOf(row: CallRow): Extract<CallNews, { kind: 'ended' }> {
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
      state: z.enum(['ringing', 'answered', 'ended', 'recorded']),
      end: z.enum(['completed', 'busy', 'no-answer', 'failed', 'cancelled']).optional(),
      seconds: z.number().optional(),
    }),
  ),
});
/** The news that a simulated carrier sends about its calls. */
export type SandboxCallNews = z.infer<typeof newsBody>['calls'][number];

/** @throws malformed_request */
function readNews(body: string): SandboxCallNews[] {
  try {
    return newsBody.parse(JSON.parse(body)).calls;
  } catch {
    throw new Problem('malformed_request', 'This is no news of a call');
  }
}

function newsOf({ id, state, end = 'failed', seconds = 0 }: SandboxCallNews): CallNews[] {
  if (state === 'ended') return [endedNews({ end, seconds })];
  if (state === 'recorded') return [{ kind: 'recorded', carrierRecordingId: id, duration: seconds }];
  if (state === 'ringing') return [{ kind: state }];
  return [{ kind: state }, { kind: 'moment', moment: { kind: 'answered' }, done: 0, occurrence: id }];
}

/** The due news about a call, in order. */
function dueNews(row: CallRow, now: Date): SandboxCallNews[] {
  const { id, reference } = row;
  const ended = new Date(row.ends_at) <= now;
  const answered = row.answers_at !== null && new Date(row.answers_at) <= now;
  const news: SandboxCallNews[] = [];
  if (row.told < 1) news.push({ id, reference, state: 'ringing' });
  if (row.told < 2 && answered) news.push({ id, reference, state: 'answered' });
  if (!ended || row.outcome === 'silent') return news;
  const { end, duration } = endOf(row);
  const seconds = duration ?? 0;
  news.push({ id, reference, state: 'ended', end, seconds });
  if (row.record && answered) news.push({ id, reference, state: 'recorded', seconds });
  return news;
}

/**
 * Hands due news to `deliver` and counts it as told only after that: news may come twice, as with a real
 * carrier, but none is lost.
 */
export async function tellDueCalls(
  sql: Sql,
  now: Date,
  deliver: (carrier: string, news: SandboxCallNews[]) => Promise<void>,
): Promise<void> {
  const at = now.toISOString();
  await sql.begin(async (tx) => {
    const due = await tx<CallRow[]>`
      select * from sandbox_calls where tell_at <= ${at}::timestamptz
      order by tell_at limit 200 for update skip locked`;
    for (const [carrier, rows] of Map.groupBy(due, (row) => row.carrier)) {
      await deliver(
        carrier,
        rows.flatMap((row) => dueNews(row, now)),
      );
    }
    if (due.length === 0) return;
    await tx`
      update sandbox_calls set
        told = case when ends_at <= ${at}::timestamptz then 3
          when answers_at <= ${at}::timestamptz then 2 else 1 end,
        tell_at = case when ends_at <= ${at}::timestamptz then null
          when answers_at > ${at}::timestamptz then answers_at else ends_at end
      where id in ${tx(due.map(({ id }) => id))}`;
  });
}
