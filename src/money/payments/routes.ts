import { type Route, routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import type { Fulfilments } from '../ledger/fulfilment.ts';
import { mayPayInCoins } from '../ledger/coin-payments.ts';
import {
  countPendingPayments,
  listPendingPayments,
  rejectPayment,
  takePayment,
  verifyPayment,
} from './admin-contract.ts';
import { countPending } from './review/count-pending.ts';
import { cancelOrder, createTransaction, listCoins, listOrders, listTransactions, payOrder } from './contract.ts';
import { getTimeline as timelineOf } from './get-timeline.ts';
import { getTimeline } from './timeline-contract.ts';
import { listCoins as offeredCoins } from './list-coins.ts';
import { listWaitingOrders } from './orders/list-orders.ts';
import type { ChainSaid } from './review/find-doubts.ts';
import { listPending } from './review/list-pending.ts';
import { listTransactions as transactionsOf } from './list-transactions.ts';
import { cancel, pay } from './orders/pay.ts';
import { reject } from './review/reject.ts';
import { repriceAlone } from './orders/reprice.ts';
import { listReversals, reversePayment } from './reversals/contract.ts';
import { findReversals, readLeft } from './reversals/find-reversals.ts';
import { reverse } from './reversals/reverse.ts';
import { screenBeforeDecision } from '../screening/screen.ts';
import { submit } from './submit.ts';
import { createQuote, getQuote, listQuotes } from './quotes/contract.ts';
import { listOpenQuotes, readQuote } from './quotes/find-quotes.ts';
import { countQuote, makeQuote } from './quotes/make-quote.ts';
import { take } from './review/take.ts';
import { type Named, verify } from './review/verify.ts';

const { changeRoute, route, routeInStatement } = routesFor<Deps>();

/** Asks a chain about the hash with which a payment is about to be verified. */
type AskChain = (deps: Deps, body: BodyOf<typeof verifyPayment>) => Promise<{ named: Named; said: ChainSaid }>;

/** @param fulfilments for each kind of order, how the domain that sells it prices and grants it */
export const paymentRoutes = (fulfilments: Fulfilments, askChain: AskChain): Route<Deps>[] => [
  route(listCoins, async ({ deps, actor }) =>
    (await mayPayInCoins(deps.db, actor.id)) ? offeredCoins({ ...deps, now: deps.clock.now() }) : [],
  ),
  routeInStatement(listTransactions, ({ deps, credential, params, query }) =>
    transactionsOf({ deps, credential }, { userId: params.id, query }),
  ),
  changeRoute(createTransaction, ({ tx, deps, actor }, { params, body }) =>
    submit({ deps, fulfilments, actor }, { tx, userId: params.id, submission: body }),
  ),
  route(createQuote, async ({ deps, params, body, transact }) => {
    await countQuote(deps, params.id);
    return transact((tx) => makeQuote({ deps }, { tx, userId: params.id, input: body }));
  }),
  route(listQuotes, ({ deps, params }) => listOpenQuotes(deps, params.id)),
  route(getQuote, ({ deps, params }) => readQuote(deps, { userId: params.id, quoteId: params.quoteId })),
  route(listOrders, ({ deps, params }) => listWaitingOrders({ deps, fulfilments }, params.id)),
  route(payOrder, async ({ deps, actor, params, body, transact }) => {
    const { id: userId, transactionId: id } = params;
    const order = { transactionId: id, price: body?.price ?? null };
    return transact((tx) => pay({ fulfilments, actor }, { tx, userId, ...order })).catch(async (error: unknown) => {
      // The refused payment rolled the new price back; this stores the price that the caller was told.
      if (error instanceof Problem && error.reason === 'price_changed') {
        await repriceAlone({ deps, fulfilments }, { userId, id });
      }
      throw error;
    });
  }),
  changeRoute(cancelOrder, (by, { params: { id: userId, transactionId } }) => cancel(by, { userId, transactionId })),
  route(getTimeline, ({ deps, actor, params }) =>
    timelineOf({ deps, actor }, { userId: params.id, transactionId: params.transactionId }),
  ),
  route(countPendingPayments, ({ deps }) => countPending(deps)),
  route(listPendingPayments, ({ deps, query }) => listPending(deps, query)),
  route(verifyPayment, async ({ deps, actor, body, transact }) => {
    const [asked] = await Promise.all([askChain(deps, body), screenBeforeDecision(deps, body.transactionId)]);
    return transact((tx) => verify({ deps, fulfilments, actor }, { tx, input: body, ...asked }));
  }),
  changeRoute(takePayment, (by, { params, body }) => take(by, { ...params, ...body })),
  changeRoute(rejectPayment, (by, { body }) => reject(by, { input: body })),
  route(listReversals, async ({ deps, params }) => ({
    left: formatMoney(await readLeft(deps.db, params.transactionId)),
    reversals: await findReversals(deps.db, params.transactionId),
  })),
  changeRoute(reversePayment, (by, { params, body }) =>
    reverse(by, { transactionId: params.transactionId, input: body }),
  ),
];
