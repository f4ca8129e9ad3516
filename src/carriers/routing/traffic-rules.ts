import { sql as template, type SQL } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { prepared } from '../../../db/prepared.ts';
import type { Clock } from '../../platform/kit/clock.ts';

/** The rules that administrators have set for the carriers' traffic. */
export interface TrafficRules {
  /**
   * The share of each carrier that has one, relative to the others'; empty: only the order of the carriers
   * decides.
   */
  shares: ReadonlyMap<string, number>;
  /** Some carriers may be given only some destinations. */
  limited: boolean;
  /** The senders that each carrier carries, folded, where it does not carry all. */
  senders: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A setting of a carrier. */
export interface RuleRow {
  name: 'carrier_share' | 'carrier_destinations' | 'carrier_senders';
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
    from settings s where s.name in ('carrier_share', 'carrier_destinations', 'carrier_senders')
  ) r where r.value not in ('off', 'all'))`;

/** Reads the result of `rulesSql`. */
export function readRules(rows: readonly RuleRow[]): TrafficRules {
  const of = (wanted: RuleRow['name']) => rows.filter(({ name }) => name === wanted);
  return {
    shares: new Map(of('carrier_share').map(({ carrier, value }) => [carrier, Number(value)])),
    limited: of('carrier_destinations').length > 0,
    senders: new Map(
      of('carrier_senders').map(({ carrier, value }) => [carrier, new Set(value.split(',').map(foldSender))]),
    ),
  };
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
  const rules = readRules(row?.rules ?? []);
  return {
    carriers: carriers.filter((carrier) => sender === undefined || carriesSender(rules, carrier, sender)),
    limited: rules.senders.size > 0,
  };
}

/** Tells whether each message or call needs a chosen carrier before it is handed over, although no prices are known. */
export const choosesEach = ({ shares, limited }: TrafficRules): boolean => shares.size > 0 || limited;
