import { sql as template } from 'drizzle-orm';
import type { RatedService, RouteOrder } from '../../db/enums.ts';
import { prepared } from '../../db/prepared.ts';
import { costDecksSql } from '../money/pricing/carrier-costs.ts';
import type { Deps } from './deps.ts';
import type { Carrier } from './port.ts';
import { readActive } from './registry.ts';
import { busyCarriersSql } from './traffic.ts';
import { readRules, type RuleRow, rulesSql, type TrafficRules } from './routing/traffic-rules.ts';

/** How carriers are chosen at this moment. */
export interface Preference {
  /** The active one first, then the healthy ones after it in the order of the list, then the others. */
  carriers: Carrier[];
  /** The names of those that are not healthy. */
  down: ReadonlySet<string>;
  /** The names of those that say to everything that they are too busy: for so long that others take their place. */
  busy: {
    /** For messages to one recipient, codes and automatic answers. */
    forSingle: ReadonlySet<string>;
    forAll: ReadonlySet<string>;
  };
  /** The order of the carriers for a destination; null if none of their prices are known. */
  order: RouteOrder | null;
  /** The rules that administrators have set for the carriers' traffic. */
  rules: TrafficRules;
}

interface StateRow {
  active: string | null;
  down: string[];
  busy: string[];
  very_busy: string[];
  order: RouteOrder | null;
  rules: RuleRow[] | null;
}

const selectState = (service: RatedService) =>
  prepared<{ now: Date; names: string; busySeconds: number }, StateRow>(
    (p) => template`
    select (select active from provider_state where id = 1) as active,
      array(select name from provider_health where not healthy) as down,
      ${busyCarriersSql()} as busy, ${busyCarriersSql(template`${p.busySeconds}::integer`)} as very_busy,
      case when exists (${costDecksSql({ service, carriers: template`${p.names}::text`, now: template`${p.now}::timestamptz` })})
        then coalesce((select by from route_orders where service = ${template.raw(`'${service}'`)}), 'fixed') end as order,
      ${rulesSql(template`${p.now}::timestamptz`)} as rules`,
  );
const states: Record<RatedService, ReturnType<typeof selectState>> = {
  sms: selectState('sms'),
  voice: selectState('voice'),
};

/**
 * The carriers in the order in which a message or a call should try them, and whether their prices count too. If the
 * active one is no longer configured, the list begins at its start until the next probe chooses another.
 */
export async function readPreference(
  deps: Pick<Deps, 'sql' | 'clock' | 'carriers' | 'config'>,
  service: RatedService,
): Promise<Preference> {
  const { list, names } = deps.carriers;
  const [state] = await states[service](deps.sql, {
    ...{ now: deps.clock.now(), names: names.join(',') },
    busySeconds: deps.config.carrierBusySeconds,
  });
  const active = state?.active ?? (await readActive(deps));
  const down = new Set(state?.down);
  const place = Math.max(
    0,
    list.findIndex((carrier) => carrier.name === active),
  );
  const others = [...list.slice(place + 1), ...list.slice(0, place)];
  const isDown = (carrier: Carrier) => down.has(carrier.name);
  const carriers = [
    ...list.slice(place, place + 1),
    ...others.filter((carrier) => !isDown(carrier)),
    ...others.filter(isDown),
  ];
  const busy = { forSingle: new Set(state?.busy), forAll: new Set(state?.very_busy) };
  return { carriers, down, busy, order: state?.order ?? null, rules: readRules(state?.rules ?? [], service) };
}
