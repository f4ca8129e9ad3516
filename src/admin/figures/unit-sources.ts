import { sql as template, type SQL } from 'drizzle-orm';
import type { FigureService } from '../../../db/enums.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/** The range of time of a period; `before`: only items with a smaller id. */
export interface UnitRange {
  start: Date;
  end: Date;
  before: string | undefined;
}

/** Where the units of a service are kept. */
export interface UnitSource {
  /** The table that `m` is a row of, and when that was accepted. */
  table: SQL;
  time: SQL;
  /** Tells whether `m` belongs to the period, and is of this service. */
  belongs(range: UnitRange): SQL;
  /**
   * A query for what counts of `m`, by the same rules as `addFiguresSql`: `number`, `provider`, `prefix`, `price_prefix`, `paid`,
   * `revenue`, `carrier_cost`, `list_cost`, and why this carrier was chosen: `route_by`, and `route_price` by its list.
   */
  parts: SQL;
}

/** Ids follow time, so a period is a range of the primary key. */
const byId = (time: SQL, { start, end, before }: UnitRange): SQL => template`
  m.id >= ${firstIdAt(new Date(start.getTime() - DAY_MS))}::uuid
  and m.id < ${before ?? firstIdAt(new Date(end.getTime() + DAY_MS))}::uuid and ${within(time, { start, end })}`;

const within = (time: SQL, { start, end }: Pick<UnitRange, 'start' | 'end'>): SQL =>
  template`${time} >= ${start.toISOString()}::timestamptz and ${time} < ${end.toISOString()}::timestamptz`;

const MESSAGES: UnitSource = {
  table: template`sms_messages`,
  time: template`m.sent_at`,
  belongs: (range) => byId(template`m.sent_at`, range),
  parts: template`
    select r.number, r.provider, case when r.route_to = r.provider then r.route_prefix end as prefix,
      r.price_prefix,
      r.status in ('sent', 'delivered') or r.cost > 0 as paid, r.cost - coalesce(r.margin, 0) as revenue,
      r.carrier_cost, case when r.route_to = r.provider then r.route_cost end as list_cost,
      case when r.route_to = r.provider then r.route_by end as route_by,
      case when r.route_to = r.provider then r.route_cost end as route_price
    from sms_recipients r
    where r.message_id = m.id and r.status in ('sent', 'delivered', 'failed')`,
};

/** Calls paid from the balance, or those of which a trunk paid at least one minute. */
const calls = (ofTrunks: boolean): UnitSource => ({
  table: template`voice_calls`,
  time: template`m.called_at`,
  belongs: (range) => template`${byId(template`m.called_at`, range)}
    and ${ofTrunks ? template`m.package_minutes > 0` : template`m.package_minutes = 0`}`,
  parts: template`
    select m.destination as number, m.provider, m.route_prefix as prefix, m.price_prefix, m.status = 'completed' as paid,
      coalesce(m.supplier_cost, m.actual_cost) as revenue, m.carrier_cost, m.list_cost, m.route_by,
      m.route_rate as route_price
    where m.ended_at is not null and (m.origin <> 'incoming' or m.parent_id is not null)`,
});

/** Packages: they are paid long after they were ordered, so their period is one of another index. */
const packages = (type: 'voice_package' | 'reseller_package'): UnitSource => ({
  table: template`transactions`,
  time: template`m.settled_at`,
  belongs: ({ start, end, before }) => template`m.type in ('reseller_package', 'voice_package')
    and m.type = ${template.raw(`'${type}'`)} and m.status in ('completed', 'verified')
    and ${within(template`m.settled_at`, { start, end })}
    and ${before === undefined ? template`true` : template`m.id < ${before}::uuid`}`,
  parts: template`
    select null::text as number, null::text as provider, null::text as prefix, null::text as price_prefix, true as paid, m.amount as revenue,
      null::numeric as carrier_cost, 0 as list_cost, null::text as route_by, null::numeric as route_price`,
});

const NUMBERS: UnitSource = {
  table: template`transactions`,
  time: template`m.created_at`,
  belongs: (range) => template`${byId(template`m.created_at`, range)} and m.type = 'did_purchase'
    and not exists (select from transactions r where r.refunds_transaction_id = m.id)`,
  parts: template`
    select m.sold_number as number, m.sold_of as provider, null::text as prefix, null::text as price_prefix, true as paid,
      m.amount - coalesce((select amount from margins where transaction_id = m.id), 0) as revenue,
      null::numeric as carrier_cost, null::numeric as list_cost, null::text as route_by, null::numeric as route_price`,
};

export const UNIT_SOURCES: Readonly<Record<FigureService, readonly UnitSource[]>> = {
  sms: [MESSAGES],
  voice: [calls(false)],
  trunk: [calls(true), packages('voice_package')],
  number: [NUMBERS],
  reseller_package: [packages('reseller_package')],
};
