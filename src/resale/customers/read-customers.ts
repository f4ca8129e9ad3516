import { sql as template, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { isoTime } from '../../../db/prepared.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { monthlySpendSql } from '../../money/ledger/spending.ts';
import { earnedIn } from '../../money/margins/margins.ts';
import { firstDayOfMonth } from '../../platform/kit/utc-month.ts';
import type { Customer } from './contract.ts';

export interface CustomerRow {
  [column: string]: unknown;
  id: string;
  shown: Customer;
}

/** The filter for a reseller's customers. */
export interface CustomerFilters {
  id?: string | undefined;
  search?: string | undefined;
  status?: 'active' | 'suspended' | undefined;
  before?: string | undefined;
  limit: number;
}

/** A reseller's customers, newest first. */
export async function readCustomers(
  { db, now }: { db: Queryable; now: Date },
  { resellerId, limit, ...filters }: CustomerFilters & { resellerId: string },
): Promise<CustomerRow[]> {
  return db.execute<CustomerRow>(template`
    select u.id, ${customerJson(now)} as shown
    from (
      select * from users u
      where u.reseller_id = ${resellerId}::uuid and ${template.join(conditions(filters), template` and `)}
      order by u.id desc limit ${limit}
    ) u
    order by u.id desc`);
}

/** One customer as the contract shows them. @throws not_found */
export async function readCustomer(
  db: Queryable,
  { resellerId, customerId }: { resellerId: string; customerId: string },
  now: Date,
): Promise<Customer> {
  const [row] = await readCustomers({ db, now }, { resellerId, id: customerId, limit: 1 });
  if (!row) throw notFound('Customer');
  return row.shown;
}

function conditions({ id, search, status, before }: Omit<CustomerFilters, 'limit'>): SQL[] {
  const all = [template`true`];
  if (id) all.push(template`u.id = ${id}::uuid`);
  if (before) all.push(template`u.id < ${before}::uuid`);
  if (status) all.push(template`u.status = ${status}`);
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;
    all.push(template`lower(u.full_name || ' ' || u.email || ' ' || u.id::text) like lower(${pattern}::text)`);
  }
  return all;
}

/** A column of the totals of `users u`: the usage up to some months ago. Null before the first totals. */
const totalled = (column: SQL): SQL => template`(select ${column} from usage_totals where user_id = u.id)`;

/** For `users u`. Every figure reads an index of the customer's own rows. */
function customerJson(now: Date): SQL {
  return template`json_build_object(
    'id', u.id, 'email', u.email, 'fullName', u.full_name, 'company', u.company, 'status', u.status,
    'credits', u.credits::text, 'createdAt', ${isoTime(template`u.created_at`)},
    'dailyLimit', u.reseller_daily_limit::text,
    'usage', json_build_object(
      'smsSent', (select coalesce(sum(handed_over), 0) from days_of_messages(u.id)),
      'voiceMinutes', coalesce(${totalled(template`voice_minutes`)}, 0) + (
        select coalesce(sum(billed_minutes), 0) from voice_calls
        where user_id = u.id and id >= coalesce(${totalled(template`until_id`)}, u.id)),
      'didNumbers', (select count(*) from did_numbers
        where user_id = u.id and status = 'active' and expires_at > ${now.toISOString()}::timestamptz),
      'monthlySpend', ${monthlySpendSql(template`${firstDayOfMonth(now)}`)}),
    'margin', (
      select json_build_object(
        'month', coalesce(sum(amount) filter (where month >= ${firstDayOfMonth(now)}::date), 0)::numeric(14, 2)::text,
        'total', coalesce(sum(amount), 0)::numeric(14, 2)::text)
      from (
        select month, amount from margin_totals where reseller_id = u.reseller_id and customer_id = u.id
        union all
        select ${earnedIn}, amount from margin_earnings
        where reseller_id = u.reseller_id and customer_id = u.id and credited_by is null
      ) earned))`;
}
