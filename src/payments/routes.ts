import { route, routeInStatement } from '../http/route.ts';
import {
  createTransaction,
  listCoins,
  listPendingPayments,
  listTransactions,
  rejectPayment,
  verifyPayment,
} from './contract.ts';
import { listCoins as offeredCoins } from './list-coins.ts';
import { listPending } from './list-pending.ts';
import { listTransactions as transactionsOf } from './list-transactions.ts';
import { reject } from './reject.ts';
import { submit } from './submit.ts';
import { verify } from './verify.ts';

export const paymentRoutes = [
  route(listCoins, async ({ deps }) => offeredCoins(deps.config)),
  routeInStatement(listTransactions, ({ deps, credential, params, query }) =>
    transactionsOf(deps, credential, params.id, query),
  ),
  route(createTransaction, ({ deps, actor, params, body, transact }) =>
    transact((tx) => submit(tx, deps.config, actor, params.id, body)),
  ),
  route(listPendingPayments, ({ deps, query }) => listPending(deps, query)),
  route(verifyPayment, ({ actor, body, transact }) => transact((tx) => verify(tx, actor, body))),
  route(rejectPayment, ({ actor, body, transact }) => transact((tx) => reject(tx, actor, body))),
];
