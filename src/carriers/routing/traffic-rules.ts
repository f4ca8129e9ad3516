import { sql as template, type SQL } from 'drizzle-orm';

/** What administrators have set of the carriers' traffic. */
export interface TrafficRules {
  /** The share of each carrier that has one, against the others'; empty: the order of the carriers decides alone. */
  shares: ReadonlyMap<string, number>;
  /** Whether some carriers may only be given some destinations. */
  limited: boolean;
}

/** A setting of a carrier. */
export interface RuleRow {
  name: 'carrier_share' | 'carrier_destinations';
  carrier: string;
  value: string;
}

/** What stands for no share of its own. */
export const NO_SHARE = 'off';

/** The settings that hold at a time, as JSON: `RuleRow[]`, or null. */
export const rulesSql = (now: SQL): SQL => template`(
  select json_agg(json_build_object('name', r.name, 'carrier', r.about, 'value', r.value))
  from (
    select s.name, s.about, case when s.holds_from <= ${now} then s.next else s.value end as value
    from settings s where s.name in ('carrier_share', 'carrier_destinations')
  ) r where r.value not in ('off', 'all'))`;

/** Reads what `rulesSql` answers. */
export function readRules(rows: readonly RuleRow[]): TrafficRules {
  const of = (wanted: RuleRow['name']) => rows.filter(({ name }) => name === wanted);
  return {
    shares: new Map(of('carrier_share').map(({ carrier, value }) => [carrier, Number(value)])),
    limited: of('carrier_destinations').length > 0,
  };
}

/** Whether each message has to get its carrier before it is handed over, though no prices are known. */
export const choosesEach = ({ shares, limited }: TrafficRules): boolean => shares.size > 0 || limited;
