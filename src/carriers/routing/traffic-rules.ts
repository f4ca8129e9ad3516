import { sql as template, type SQL } from 'drizzle-orm';

/** The rules that administrators have set for the carriers' traffic. */
export interface TrafficRules {
  /**
   * The share of each carrier that has one, relative to the others'; empty: only the order of the carriers
   * decides.
   */
  shares: ReadonlyMap<string, number>;
  /** Whether some carriers may be given only some destinations. */
  limited: boolean;
}

/** A setting of a carrier. */
export interface RuleRow {
  name: 'carrier_share' | 'carrier_destinations';
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
    from settings s where s.name in ('carrier_share', 'carrier_destinations')
  ) r where r.value not in ('off', 'all'))`;

/** Reads the result of `rulesSql`. */
export function readRules(rows: readonly RuleRow[]): TrafficRules {
  const of = (wanted: RuleRow['name']) => rows.filter(({ name }) => name === wanted);
  return {
    shares: new Map(of('carrier_share').map(({ carrier, value }) => [carrier, Number(value)])),
    limited: of('carrier_destinations').length > 0,
  };
}

/** Whether each message needs a chosen carrier before it is handed over, although no prices are known. */
export const choosesEach = ({ shares, limited }: TrafficRules): boolean => shares.size > 0 || limited;
