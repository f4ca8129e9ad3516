import { sql as template } from 'drizzle-orm';
import { askPrices, type PriceQuestion } from '../../../carriers/prices/questions.ts';
import type { CarrierPrice } from '../../../carriers/port.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { formatMoney, type Money } from '../../../platform/kit/money.ts';
import type { Deps } from '../../deps.ts';
import { recipientFiguresSql } from './recipient-figures.ts';

/** Asks for the prices of messages that their carriers say later, and takes those that carriers said at once. */
export const askMessagePrices = (deps: Deps): Promise<void> =>
  askPrices(deps, {
    service: 'sms',
    ask: (question) => {
      const carrier = deps.carriers.find(question.carrier);
      return carrier?.priceOf ? carrier.priceOf(question.carrier_unit_id) : Promise.resolve(saidAtOnce(question));
    },
    take: (tx, question, pounds) =>
      takePrice(tx, { ...question, isLater: deps.carriers.find(question.carrier)?.priceOf !== undefined }, pounds),
  });

const saidAtOnce = ({ price, currency }: PriceQuestion): CarrierPrice | null =>
  price === null || currency === null ? null : { amount: price, currency };

/**
 * Keeps what a carrier charges for a recipient, where nothing is known of it yet; the figures follow. What was refunded
 * since costs us nothing, unless the carrier says so later.
 */
async function takePrice(
  tx: Transaction,
  question: PriceQuestion & { isLater: boolean },
  pounds: Money,
): Promise<void> {
  const { unit_id: id, message_id: messageId, carrier, isLater } = question;
  // The message before its recipients: the same order everywhere.
  await tx.db.execute(template`select from sms_messages where id = ${messageId}::uuid for update`);
  await tx.db.execute(template`
    with changed as (
      update sms_recipients r set carrier_cost = ${formatMoney(pounds, 4)}::numeric
      where r.message_id = ${messageId}::uuid and r.id = ${id}::uuid and r.provider = ${carrier}
        and r.carrier_cost is null and (${isLater}::boolean or r.status <> 'failed' or r.cost > 0)
      returning r.message_id, r.price_prefix, r.number, r.status, r.status as was, r.provider, r.provider as was_provider, r.cost,
        r.cost as was_cost, coalesce(r.margin, 0) as margin, coalesce(r.margin, 0) as was_margin, r.carrier_cost,
        null::numeric as was_carrier_cost, case when r.route_to = r.provider then r.route_cost end as list_cost,
        case when r.route_to = r.provider then r.route_cost end as was_list_cost,
        case when r.route_to = r.provider then r.route_prefix end as list_prefix,
        case when r.route_to = r.provider then r.route_prefix end as was_list_prefix
    ),
    summed as (
      update sms_messages m set carrier_cost = coalesce(m.carrier_cost, 0) + c.carrier_cost
      from changed c where m.id = c.message_id
    )
    ${recipientFiguresSql(template`changed`)}`);
}
