import { newId } from '../../../platform/kit/ids.ts';
import { type CallAction, callFlow, type CallPlan, RING_SECONDS } from '../../call-flow.ts';
import type { CarrierCallback, CarrierHost, SignedNews } from '../../port.ts';
import type {
  CallLookup,
  CallReport,
  CallResult,
  MomentNews,
  OutgoingCall,
  RecordedSound,
  VoiceCarrier,
} from '../../voice-port.ts';
import { type CallRow, endOf, type Outcome, PRESSES, reportsOf } from './call-news.ts';
import { checkSandboxSignature } from './signature.ts';
import { SANDBOX_ENDINGS } from './catalogue.ts';
import type { Sentence } from '../../../platform/kit/faults.ts';
import { sentence } from '../../../platform/kit/errors.ts';
import { writeWav } from '../../../platform/kit/wav.ts';

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

const OUTCOMES: Record<string, Outcome> = {
  [SANDBOX_ENDINGS.noAnswer]: 'no-answer',
  [SANDBOX_ENDINGS.busy]: 'busy',
  [SANDBOX_ENDINGS.failed]: 'failed',
  [SANDBOX_ENDINGS.endless]: 'completed',
  [SANDBOX_ENDINGS.silent]: 'silent',
};

/** A change of a caller's call; times are ISO texts. */
interface Change {
  answered?: boolean;
  ends?: string;
  tells?: string;
  told?: number;
  records?: boolean;
  outcome?: Outcome;
}

/** The part of a simulated carrier that places calls; its calls are in a table of their own. */
export class SandboxVoice implements VoiceCarrier {
  constructor(
    private readonly carrier: string,
    private readonly settings: SandboxVoiceSettings,
    private readonly host: CarrierHost,
    private readonly isDown: () => Promise<boolean>,
  ) {}

  callerIdFault(callerId: string): Sentence | null {
    const digits = callerId.replace(/\D/g, '');
    if (/\p{L}/u.test(callerId) || digits.length <= MOST_DIGITS) return null;
    return sentence('callerIdDigits', { count: MOST_DIGITS });
  }

  async placeCall({ plan }: OutgoingCall): Promise<CallResult> {
    await Bun.sleep(between(this.settings.latencyMs));
    if (await this.isDown()) {
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

  /** On a call that we place, only forwarding is simulated; nobody presses a key. */
  async conduct(carrierCallId: string, plan: CallPlan, { moment }: MomentNews): Promise<void> {
    for (const action of callFlow(plan, moment)) {
      if (action.kind === 'connect') {
        const { number: destination, leg, callerId } = action;
        await this.#begin({ ...plan, ...leg, callerId, destination, record: false }, carrierCallId);
      } else if (plan.answer) await this.#answer(carrierCallId, plan.answer.step, action);
    }
  }

  /** Somebody calls a number of ours: they wait until something is done with the call. */
  async beginCaller(id: string, plan: CallPlan): Promise<void> {
    const now = this.host.clock.now();
    const until = iso(now.getTime() + plan.timeLimit * 1000);
    await this.host.sql`
      insert into sandbox_calls (id, carrier, reference, caller_id, destination, record, time_limit, outcome,
        placed_at, rings_at, ends_at, told, tell_at, step, presses)
      values (${id}, ${this.carrier}, ${plan.reference}, ${plan.callerId}, ${plan.destination}, false,
        ${plan.timeLimit}, 'no-answer', ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz,
        ${until}::timestamptz, 2, ${until}::timestamptz, 0,
        coalesce((select presses from sandbox_callers where id = ${id}), ''))
      on conflict (id) do nothing`;
    const occurrence = id;
    await this.conduct(id, plan, { kind: 'moment', moment: { kind: 'answered' }, done: 0, occurrence });
  }

  /** A caller listens, presses a key, leaves a message, or hears that it is over. */
  async #answer(id: string, step: number, { kind }: CallAction): Promise<void> {
    const now = this.host.clock.now().getTime();
    const { answersAfterMs, lastsMs } = this.settings;
    const changes: Record<CallAction['kind'], Change> = {
      say: { answered: true },
      play: { answered: true },
      menu: { answered: true, tells: iso(now + between(answersAfterMs)), told: PRESSES },
      'take-message': { answered: true, ends: iso(now + Math.round(between(lastsMs))), records: true },
      'hang-up': { ends: iso(now) },
      reject: { ends: iso(now), outcome: 'busy' },
      hold: {},
      conference: {},
      connect: {},
    };
    const change = changes[kind];
    await this.host.sql`
      update sandbox_calls set step = ${step}, told = ${change.told ?? 2}, record = record or ${change.records ?? false},
        answers_at = case when ${change.answered ?? false} then coalesce(answers_at, ${iso(now)}::timestamptz)
          else answers_at end,
        outcome = coalesce(${change.outcome ?? null},
          case when ${change.answered ?? false} then 'completed' else outcome end),
        ends_at = coalesce(${change.ends ?? null}::timestamptz, ends_at),
        tell_at = coalesce(${change.tells ?? change.ends ?? null}::timestamptz, ends_at)
      where id = ${id} and carrier = ${this.carrier} and ends_at > ${iso(now)}::timestamptz`;
  }

  /**
   * A leg begins once, however often it is requested, and ends with the call that leads on to it.
   * @returns its id
   */
  async #begin(plan: CallPlan, parentId: string | null): Promise<string> {
    const { clock, sql } = this.host;
    const id = newId(clock);
    const ringSeconds = plan.answer?.action?.kind === 'forward' ? plan.answer.action.ringSeconds : RING_SECONDS;
    const placedAt = clock.now();
    const ending = plan.destination.slice(-4);
    const outcome = OUTCOMES[ending] ?? 'completed';
    const lasts = ending === SANDBOX_ENDINGS.endless ? plan.timeLimit : null;
    const [parent] = await sql<{ ends_at: string }[]>`select ends_at from sandbox_calls where id = ${parentId}::uuid`;
    const own = this.#schedule(placedAt, outcome, lasts, { timeLimit: plan.timeLimit, ringSeconds });
    const { times, isCut } = cutAt(own, parent?.ends_at);
    await sql`
      insert into sandbox_calls (id, carrier, reference, parent_id, caller_id, destination, record, time_limit,
        outcome, placed_at, rings_at, answers_at, ends_at, tell_at, step)
      select ${id}, ${this.carrier}, ${plan.reference}, ${parentId}::uuid, ${plan.callerId}, ${plan.destination},
        ${plan.record}, ${plan.timeLimit}, ${isCut ? 'cancelled' : outcome}, ${placedAt.toISOString()}::timestamptz,
        ${times.rings}::timestamptz, ${times.answers}::timestamptz, ${times.ends}::timestamptz,
        ${times.rings}::timestamptz, ${plan.answer?.step ?? null}::integer
      where ${parentId}::uuid is null
        or not exists (select from sandbox_calls where reference = ${plan.reference})`;
    return id;
  }

  #schedule(
    placedAt: Date,
    outcome: Outcome,
    lastsSeconds: number | null,
    plan: { timeLimit: number; ringSeconds: number },
  ) {
    const at = (from: number, milliseconds: number) => from + Math.round(milliseconds);
    const { ringsAfterMs, answersAfterMs, lastsMs } = this.settings;
    const rings = at(placedAt.getTime(), between(ringsAfterMs));
    const picksUp = at(rings, between(answersAfterMs));
    const talks = lastsSeconds === null ? between(lastsMs) : lastsSeconds * 1000;
    const answered = outcome === 'completed' || outcome === 'silent';
    const unanswered = outcome === 'no-answer' ? at(rings, plan.ringSeconds * 1000) : picksUp;
    const ends = answered ? at(picksUp, Math.min(talks, plan.timeLimit * 1000)) : unanswered;
    return { rings: iso(rings), answers: answered ? iso(picksUp) : null, ends: iso(ends) };
  }

  async hangUp(carrierCallId: string): Promise<void> {
    const now = this.host.clock.now().toISOString();
    await this.host.sql`
      update sandbox_calls set ends_at = ${now}::timestamptz, tell_at = least(tell_at, ${now}::timestamptz),
        outcome = case when answers_at <= ${now}::timestamptz then outcome else 'cancelled' end,
        answers_at = case when answers_at <= ${now}::timestamptz then answers_at end
      where (id = ${carrierCallId} or parent_id = ${carrierCallId}) and carrier = ${this.carrier}
        and ends_at > ${now}::timestamptz`;
  }

  async lookupCall({ reference }: { reference: string }): Promise<CallLookup> {
    if (await this.isDown()) throw new Error('the carrier could not be reached');
    const [row] = await this.host.sql<CallRow[]>`
      select * from sandbox_calls where carrier = ${this.carrier} and reference = ${reference}
      order by id limit 1`;
    if (!row) return { kind: 'absent' };
    const now = this.host.clock.now();
    const carrierCallId = row.id;
    if (new Date(row.ends_at) <= now) return { kind: 'ended', carrierCallId, news: endOf(row) };
    const answered = row.answers_at !== null && new Date(row.answers_at) <= now;
    return { kind: 'under-way', carrierCallId, news: { kind: answered ? 'answered' : 'ringing' } };
  }

  async parseCallback(callback: CarrierCallback): Promise<SignedNews<CallReport>> {
    const seal = checkSandboxSignature(this.host, this.carrier, callback);
    return { news: reportsOf(callback.body), seal };
  }

  async fetchRecording(carrierRecordingId: string): Promise<RecordedSound | null> {
    const [row] = await this.host.sql<{ id: string }[]>`
      select id from sandbox_calls where id = ${carrierRecordingId} and carrier = ${this.carrier} and record`;
    return row ? { contentType: 'audio/wav', bytes: toneWav(this.settings.tone) } : null;
  }

  async deleteRecording(carrierRecordingId: string): Promise<void> {
    await this.host.sql`
      update sandbox_calls set record = false
      where id = ${carrierRecordingId} and carrier = ${this.carrier}`;
  }
}

/** Milliseconds, from and to. */
type Span = readonly [number, number];

/** When a call rings, is answered (null: never) and ends. */
interface Schedule {
  rings: string;
  answers: string | null;
  ends: string;
}

/** A leg ends with the call that leads on to it, or before its own answer if that would be later. */
function cutAt(own: Schedule, end: string | undefined): { times: Schedule; isCut: boolean } {
  const until = end === undefined ? own.ends : iso(Math.min(Date.parse(end), Date.parse(own.ends)));
  const isCut = end !== undefined && own.answers !== null && Date.parse(own.answers) >= Date.parse(end);
  const rings = own.rings < until ? own.rings : until;
  return { times: { rings, answers: isCut ? null : own.answers, ends: until }, isCut };
}

/** A random number of milliseconds. */
const between = ([from, to]: Span): number => from + Math.random() * (to - from);
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

const SAMPLES_PER_SECOND = 8000;
const HERTZ = 440;

/** A tone as a WAV file: 8 kHz, 16 bit, one channel, as telephones sound. */
export function toneWav(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = Int16Array.from({ length: Math.round(seconds * SAMPLES_PER_SECOND) }, (_, sample) => {
    const height = Math.sin((2 * Math.PI * HERTZ * sample) / SAMPLES_PER_SECOND) * 0.3;
    return Math.round(height * 32_767);
  });
  return writeWav({ rate: SAMPLES_PER_SECOND, samples });
}
