import { type SQL, sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { carrierCostSql, costDecksSql, costJsonSql, type CostRow } from './carrier-costs.ts';
import { carriersSql, LONGEST_DESTINATION, mayCarrySql } from './carrier-destinations.ts';
import { flatVoice, priceSql, termsSql } from './price-sql.ts';

/** A call to one number, for whom, and who could carry it. */
export interface CallQuestion {
  userId: string;
  /** E.164; null: no number yet, which has a price only if flat prices hold. */
  destination: string | null;
  now: Date;
  /** The environment's price of a minute, a decimal string in pounds. */
  flatRate: string;
  /** The carriers that could place the call. */
  carriers: readonly string[];
}

/** The row of the answer: our price, and the carriers' prices. */
export interface CallTermsRow {
  reseller_id: string | null;
  sold: boolean;
  rate: string;
  fee: string;
  own_rate: string;
  own_fee: string;
  first_interval: number;
  next_interval: number;
  standard_rate: string;
  flat: string;
  name: string | null;
  prefix: string | null;
  /** The carriers that may be given the number. */
  allowed: string[];
  /** True if any carrier's prices are known, and if our list may be sold below them. */
  known: boolean;
  below_cost: boolean;
  /** The carriers' prices; null: none of them sells it. */
  costs: CostRow[] | null;
  /** All numbers that begin with the same so many digits have the same terms. */
  longest: number;
}

export interface CallTermsParameters {
  [name: string]: string | number | Date | null;
  userId: string;
  digits: string;
  flat: string;
  at: Date;
  /** Separated by commas. */
  carriers: string;
}

/** The row, for a larger statement. */
export function callTermsSql(p: Placeholders<CallTermsParameters>): SQL {
  const at = template`${p.at}::timestamptz`;
  const digits = template`${p.digits}::text`;
  const carriers = template`${p.carriers}::text`;
  const flat = flatVoice(template`${p.flat}::numeric`);
  const terms = termsSql({ userId: template`${p.userId}::uuid`, service: 'voice', flat, now: at });
  const listed = template`c`;
  return template`
    with costs as materialized (${costDecksSql({ service: 'voice', carriers, now: at })})
    select terms.reseller_id, greatest(terms.longest, (select max(longest_prefix) from costs),
        ${template.raw(String(LONGEST_DESTINATION))}) as longest, p.sold, p.rate::numeric(8, 4)::text as rate, p.fee::numeric(8, 4)::text as fee,
      p.own_rate::numeric(8, 4)::text as own_rate, p.own_fee::numeric(8, 4)::text as own_fee, p.first_interval,
      p.next_interval, p.standard_rate::numeric(8, 4)::text as standard_rate,
      terms.flat::numeric(8, 4)::text as flat, p.name, p.prefix,
      array(select c.carrier from (${carriersSql(carriers, at)}) c where ${mayCarrySql(template`c.destinations`, digits)}) as allowed,
      exists (select from costs) as known,
      exists (select from rate_decks own where own.id = terms.own_deck and own.below_cost) as below_cost,
      (select json_agg(${costJsonSql(template`a`)})
        from costs c cross join lateral (${carrierCostSql(listed, digits, at)}) a) as costs
    from (${terms}) terms
    cross join lateral (${priceSql(template`terms`, digits, at)}) p`;
}

/** The values of a question for its statement. */
export const callTermsValues = ({
  userId,
  destination,
  now,
  flatRate,
  carriers,
}: CallQuestion): CallTermsParameters => ({
  ...{ userId, digits: destination?.slice(1) ?? '', flat: flatRate, at: now },
  carriers: carriers.join(','),
});

const statement = prepared<CallTermsParameters, CallTermsRow>(callTermsSql);

/** Reads in one statement by what a call is priced and who may carry it. @throws not_found */
export async function readCallTerms(db: Queryable, question: CallQuestion): Promise<CallTermsRow> {
  const [row] = await statement(driverOf(db), callTermsValues(question));
  if (!row) throw notFound('User');
  return row;
}
