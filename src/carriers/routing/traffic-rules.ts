import { sql as template, type SQL } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { prepared } from '../../../db/prepared.ts';
import type { RatedService } from '../../../db/enums.ts';
import { LONGEST_DESTINATION } from '../../money/pricing/carrier-destinations.ts';
import type { Clock } from '../../platform/kit/clock.ts';

/** The rules that administrators have set for the carriers' traffic. */
export interface TrafficRules {
  /** The share of each carrier that has one, relative to the others'; empty: only the order of the carriers decides. */
  shares: ReadonlyMap<string, number>;
  /** Some carriers may be given only some destinations. */
  limited: boolean;
  /** The senders that each carrier carries, folded, where it does not carry all. */
  senders: ReadonlyMap<string, ReadonlySet<string>>;
  /** By the beginnings of numbers, without a plus. */
  plans: ReadonlyMap<string, RoutePlan>;
}

/** The steps of a destination, the first one first: the carriers of each with their shares. */
export type RoutePlan = readonly ReadonlyMap<string, number>[];

/** A setting of a carrier. */
export interface RuleRow {
  name: 'carrier_share' | 'carrier_destinations' | 'carrier_senders' | 'route_plan';
  /** Of a plan: the service. */
  carrier: string;
  value: string;
}

/** The value for no own share. */
export const NO_SHARE = 'off';

/** The settings that hold at a time, as JSON: `RuleRow[]`, or null. */
export const rulesSql = (now: SQL): SQL => template`(
  select json_agg(json_build_object('name', r.name, 'carrier', r.about, 'value', r.value))
  from (
    select s.name, s.about, case when s.holds_from <= ${now} then s.next else s.value end as value
    from settings s where s.name in ('carrier_share', 'carrier_destinations', 'carrier_senders', 'route_plan')
  ) r where r.value not in ('off', 'all'))`;

/** Reads the result of `rulesSql`. */
export function readRules(rows: readonly RuleRow[], service: RatedService): TrafficRules {
  const of = (wanted: RuleRow['name']) => rows.filter(({ name }) => name === wanted);
  return {
    shares: new Map(of('carrier_share').map(({ carrier, value }) => [carrier, Number(value)])),
    limited: of('carrier_destinations').length > 0,
    senders: new Map(
      of('carrier_senders').map(({ carrier, value }) => [carrier, new Set(value.split(',').map(foldSender))]),
    ),
    plans: readPlans(of('route_plan').find(({ carrier }) => carrier === service)?.value ?? '') ?? new Map(),
  };
}

const LINE = new RegExp(`^\\+?([1-9]\\d{0,${LONGEST_DESTINATION - 1}})\\s*:(.+)$`);
const SHARED = /^([^\s,;:]+)(?:\s+([1-9]\d{0,2}|1000))?$/;

/**
 * Reads plans, one line for each beginning of numbers: `44: one 70, two 30; three`. A comma stands between carriers that
 * share a step, a semicolon before the next step. Null if a text is none.
 */
export function readPlans(text: string): Map<string, RoutePlan> | null {
  const plans = new Map<string, RoutePlan>();
  for (const written of text.split('\n').flatMap((each) => each.trim() || [])) {
    const [, prefix, steps] = LINE.exec(written) ?? [];
    const given = steps?.split(';').map((step) => step.split(',').map((each) => SHARED.exec(each.trim())));
    const names = given?.flat().map((each) => each?.[1]) ?? [];
    if (prefix === undefined || !given || plans.has(prefix) || new Set(names).size < names.length) return null;
    if (names.includes(undefined)) return null;
    plans.set(
      prefix,
      given.map((step) => new Map(step.map((each) => [each?.[1] ?? '', Number(each?.[2] ?? 1)]))),
    );
  }
  return plans;
}

/** The plan for a number: that of its longest beginning. @param number E.164 */
export function planFor({ plans }: TrafficRules, number: string): RoutePlan {
  for (let digits = LONGEST_DESTINATION; digits > 0 && plans.size > 0; digits -= 1) {
    const plan = plans.get(number.slice(1, 1 + digits));
    if (plan) return plan;
  }
  return [];
}

/** It stands for every sender. */
export const EVERY_SENDER = 'all';

/** Names count the same in both cases, and numbers with and without their plus sign. */
const foldSender = (sender: string): string => sender.trim().toLowerCase().replace(/^\+/, '');

/** Tells whether a carrier may be given messages from a sender. */
export const carriesSender = ({ senders }: TrafficRules, carrier: string, sender: string): boolean =>
  senders.get(carrier)?.has(foldSender(sender)) ?? true;

const selectRules = prepared<{ now: Date }, { rules: RuleRow[] | null }>(
  (p) => template`select ${rulesSql(template`${p.now}::timestamptz`)} as rules`,
);

/**
 * The carriers that may be given messages from a sender, in the order given, and whether any carrier is limited to some
 * senders.
 * @param sender undefined: not known yet
 */
export async function carryingSender(
  { sql, clock }: { sql: Sql; clock: Clock },
  sender: string | undefined,
  carriers: readonly string[],
): Promise<{ carriers: string[]; limited: boolean }> {
  const [row] = await selectRules(sql, { now: clock.now() });
  const rules = readRules(row?.rules ?? [], 'sms');
  return {
    carriers: carriers.filter((carrier) => sender === undefined || carriesSender(rules, carrier, sender)),
    limited: rules.senders.size > 0,
  };
}

/** Tells whether each message or call needs a chosen carrier before it is handed over, although no prices are known. */
export const choosesEach = ({ shares, limited, plans }: TrafficRules): boolean =>
  shares.size > 0 || limited || plans.size > 0;
