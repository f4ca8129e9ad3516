import { type Route, routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { getSigning, signPayment } from './contract.ts';
import { describeSigning } from './get-signing.ts';
import { countSigning, sign } from './sign-payment.ts';

const { route } = routesFor<Deps>();

export const signatureRoutes: readonly Route<Deps>[] = [
  route(getSigning, ({ deps, params }) =>
    describeSigning(deps.db, { userId: params.id, transactionId: params.transactionId }),
  ),
  route(signPayment, async ({ deps, actor, params, body, transact }) => {
    await countSigning(deps, params.id);
    return transact((tx) =>
      sign({ actor }, { tx, userId: params.id, transactionId: params.transactionId, input: body }),
    );
  }),
];
