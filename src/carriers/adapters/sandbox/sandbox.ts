import { sql as template } from 'drizzle-orm';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { prepared } from '../../../../db/prepared.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { parseMoney } from '../../../platform/kit/money.ts';
import { Runner } from '../../../platform/kit/runner.ts';
import type {
  Adapter,
  Carrier,
  CarrierCallback,
  CarrierHost,
  CarrierLimits,
  Health,
  LookupResult,
  OutgoingSms,
  Receipt,
  SendResult,
  SignedNews,
} from '../../port.ts';
import type { AvailableNumber, NumberCarries } from '../../number-port.ts';
import { type IncomingSmsCarrier, withPlusSign } from '../../incoming-sms.ts';
import { readSandboxMessage } from './incoming.ts';
import { SandboxCallsIn } from './calls-in.ts';
import { SandboxPapers } from './papers.ts';
import { sandboxInventory } from './inventory.ts';
import { checkSandboxSignature, signed, type Signing } from './signature.ts';
import { SandboxVoice, type SandboxVoiceSettings, VOICE_LIKE_A_REAL_ONE } from './voice.ts';
import { SANDBOX_CALLS_ONLY, SANDBOX_ENDINGS } from './catalogue.ts';

/** How a simulated carrier behaves. */
export interface SandboxSettings extends CarrierLimits {
  /** The shortest and longest time in which it answers a send. */
  latencyMs: readonly [number, number];
  /** The shortest and longest time after a send in which it reports. */
  reportDelayMs: readonly [number, number];
  /** Calls run as with a real carrier, unless specified here. */
  calls?: SandboxVoiceSettings;
}

const likeARealOne = (perSecond: number): SandboxSettings => ({
  concurrency: 100,
  perSecond,
  latencyMs: [20, 80],
  reportDelayMs: [1000, 3000],
});

const CARRIER_COST = parseMoney('0.0050');

/** A simulated carrier of this name. It behaves like a real one unless its settings say otherwise. */
export const createSandbox = (name: string, settings?: SandboxSettings): Adapter => ({
  name,
  simulated: true,
  configured: () => true,
  open: (host) => new SandboxCarrier(name, settings ?? likeARealOne(host.config.sandboxPerSecond), host),
});

export const sandbox = createSandbox('sandbox');
export const sandboxBackup = createSandbox('sandbox-backup');

/**
 * Behaves like an external carrier: its state is in tables that only it uses, it gets messages by `sendSms`, and it
 * reports by signed callbacks. A message that is handed over twice is sent twice, as with a real carrier.
 */
class SandboxCarrier implements Carrier {
  readonly name: string;
  readonly limits: CarrierLimits;
  readonly voice: SandboxVoice;
  readonly incomingCalls: SandboxCallsIn;
  readonly papers: SandboxPapers;
  readonly incomingSms: IncomingSmsCarrier = {
    parse: async (callback) => readSandboxMessage(this.host, this.name, callback),
  };

  readonly #coming: { message: object; resolve: (isUp: boolean) => void; reject: (error: unknown) => void }[] = [];
  readonly #storing = new Runner(() => this.#store());

  constructor(
    name: string,
    private readonly settings: SandboxSettings,
    private readonly host: CarrierHost,
  ) {
    this.name = name;
    this.limits = settings;
    this.voice = new SandboxVoice(name, settings.calls ?? VOICE_LIKE_A_REAL_ONE, host, () => this.#isDown());
    this.incomingCalls = new SandboxCallsIn(name, host, this.voice);
    this.papers = new SandboxPapers(host, name);
  }

  async health(): Promise<Health> {
    return (await this.#isDown())
      ? { healthy: false, detail: 'switched off in sandbox_carriers' }
      : { healthy: true, detail: null };
  }

  /** It takes them as real ones do, to the United States and Canada only; but from every sender. */
  takesPicture({ number }: Pick<OutgoingSms, 'number'>): boolean {
    return ['US', 'CA'].includes(parsePhoneNumberFromString(number)?.country ?? '');
  }

  async sendSms({ reference, sender, number, text }: OutgoingSms): Promise<SendResult> {
    await Bun.sleep(between(this.settings.latencyMs));
    const { clock } = this.host;
    const [id, acceptedAt] = [newId(clock), clock.now()];
    const isUp = await this.#take({
      ...{ id, reference, sender, number, text, acceptedAt },
      from: withPlusSign(sender),
      reportDueAt: new Date(acceptedAt.getTime() + between(this.settings.reportDelayMs)),
      silent: number.endsWith(SANDBOX_ENDINGS.unreported),
      refused: number.endsWith(SANDBOX_ENDINGS.refused),
    });
    if (!isUp) {
      return {
        kind: 'refused',
        code: 'unreachable',
        retry: 'later',
        blame: 'carrier',
        customerWords: 'The carrier could not be reached',
      };
    }
    if (number.endsWith(SANDBOX_ENDINGS.refused)) {
      return { kind: 'refused', code: 'unroutable', retry: 'never', customerWords: 'The carrier refused this number' };
    }
    return { kind: 'accepted', carrierMessageId: id, carrierCost: CARRIER_COST };
  }

  /** Messages that come while others are stored are stored together. @returns whether it is up */
  #take(message: object): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    this.#coming.push({ message, resolve, reject });
    this.#storing.wake();
    return promise;
  }

  async #store(): Promise<void> {
    const group = this.#coming.splice(0);
    const rows = JSON.stringify(group.map(({ message }) => message));
    try {
      const [carrier] = await storeMessages(this.host.sql, { carrier: this.name, rows });
      for (const { resolve } of group) resolve(!carrier?.down);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  async lookup(reference: string): Promise<LookupResult> {
    const [found] = await this.host.sql<{ id: string }[]>`
      select id from sandbox_messages where carrier = ${this.name} and reference = ${reference}
      order by id limit 1`;
    if (!found) return { kind: 'absent' };
    return { kind: 'found', carrierMessageId: found.id, carrierCost: CARRIER_COST };
  }

  /** Its numbers need no setup, so there is no `buyNumber`: a sold number works at once. */
  async availableNumbers(countryCode: string, limit: number, exactly?: string): Promise<AvailableNumber[]> {
    if (await this.#isDown()) throw new Error('the carrier could not be reached');
    const numbers = sandboxInventory(countryCode);
    const wanted = exactly ? numbers.filter((number) => number === exactly) : numbers;
    const carries = carriesIn(countryCode);
    return wanted.slice(0, limit).map((number) => ({ number, carries }));
  }

  async carriesOf({ countryCode }: { countryCode: string }): Promise<NumberCarries> {
    if (await this.#isDown()) throw new Error('the carrier could not be reached');
    return carriesIn(countryCode);
  }

  async parseCallback(callback: CarrierCallback): Promise<SignedNews<Receipt>> {
    const seal = checkSandboxSignature(this.host, this.name, callback);
    const news = readReports(callback.body).map(({ id, status }) => ({
      carrierMessageId: id,
      outcome: status,
      customerWords: status === 'undelivered' ? 'This number could not be reached' : null,
    }));
    return { news, seal };
  }

  async #isDown(): Promise<boolean> {
    const [row] = await this.host.sql<{ down: boolean }[]>`
      select down from sandbox_carriers where name = ${this.name}`;
    return row?.down ?? false;
  }
}

/** Stores messages, unless it is down; one to a number that it has sold comes back to us, like one from a telephone. */
const storeMessages = prepared<{ carrier: string; rows: string }, { down: boolean }>(
  (p) => template`
    with carrier as (
      select exists (select from sandbox_carriers where name = ${p.carrier}::text and down) as down
    ),
    taken as (
      select r.* from carrier, json_to_recordset(${p.rows}::text::json) as r (id uuid, reference text, sender text,
        "from" text, number text, text text, "acceptedAt" timestamptz, "reportDueAt" timestamptz, silent boolean, refused boolean)
      where not down and not refused
    ),
    stored as (
      insert into sandbox_messages
        (id, carrier, reference, sender, number, text, outcome, accepted_at, report_due_at, reported_at)
      select id, ${p.carrier}::text, reference, sender, number, text, case when silent then 'undelivered' else 'delivered' end,
        "acceptedAt", "reportDueAt", case when silent then "acceptedAt" end
      from taken
    ),
    passed_on as (
      insert into sandbox_incoming (id, carrier, from_number, to_number, text, due_at)
      select t.id, ${p.carrier}::text, t."from", t.number, t.text, t."reportDueAt"
      from taken t join did_numbers d on d.number = t.number and d.status = 'active' where not t.silent
    )
    select down from carrier`,
);

const carriesIn = (countryCode: string): NumberCarries => ({
  messages: !SANDBOX_CALLS_ONLY.includes(countryCode),
  calls: true,
});

const between = ([from, to]: readonly [number, number]): number => from + Math.random() * (to - from);

const reportBody = z.object({
  reports: z.array(z.object({ id: z.uuid(), status: z.enum(['sent', 'delivered', 'undelivered']) })),
});
export type SandboxReports = z.infer<typeof reportBody>['reports'];

/** @throws malformed_request */
function readReports(body: string): SandboxReports {
  try {
    return reportBody.parse(JSON.parse(body)).reports;
  } catch {
    throw new Problem('malformed_request', 'This is not a delivery report');
  }
}

export const signReports: Signing<SandboxReports> = (host, carrier, reports) => signed(host, carrier, { reports });

/**
 * Hands due reports to `deliver` and counts each as reported only after that: a report may come twice, as
 * with a real carrier, but none is lost.
 * @returns how many there were
 */
export async function sendDueReports(
  sql: Sql,
  now: Date,
  deliver: (carrier: string, reports: SandboxReports) => Promise<void>,
): Promise<number> {
  return sql.begin(async (tx) => {
    const due = await tx<{ id: string; carrier: string }[]>`
      update sandbox_messages set reported_at = ${now.toISOString()}::timestamptz
      where id = any(array(
        select id from sandbox_messages where reported_at is null and report_due_at <= ${now.toISOString()}::timestamptz
        order by report_due_at limit 500 for update skip locked))
      returning id, carrier`;
    for (const [carrier, rows] of Map.groupBy(due, (row) => row.carrier)) {
      const reports = rows.map(({ id }) => ({ id, status: 'delivered' as const }));
      await deliver(carrier, reports);
    }
    return due.length;
  });
}
