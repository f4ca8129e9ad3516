import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { checkNumber as check } from './check-number.ts';
import { readNumberPrices } from './price.ts';
import {
  checkNumber,
  holdNumber,
  listAvailable,
  listCountries,
  listHolds,
  listNumbers,
  purchaseNumber,
  releaseHold,
  renewNumber,
  updateNumber,
} from './contract.ts';
import { getNumber as detailsOf } from './details/get-number.ts';
import { getNumber } from './details/contract.ts';
import { hold } from './holds/hold.ts';
import { listAvailable as availableNumbers } from './list-available.ts';
import { listHolds as holdsOf, releaseHold as release } from './holds/held.ts';
import { listNumbers as numbersOf } from './list-numbers.ts';
import { lookUpForPurchase } from './look-up.ts';
import { requireOffered } from './offered.ts';
import { purchase } from './purchase.ts';
import { renew } from './renewal/renew.ts';
import { requireCountry } from './require-country.ts';
import { updateNumber as changeNumber } from './update-number.ts';

const { changeRoute, publicRoute, route } = routesFor<Deps>();

export const numberRoutes = [
  publicRoute(listCountries, async ({ deps }) => [...(await readNumberPrices(deps.db, deps.clock.now())).all]),
  route(listAvailable, ({ deps, query }) => availableNumbers(deps, query)),
  route(listHolds, ({ deps, actor }) => holdsOf({ deps, actor })),
  route(holdNumber, async ({ deps, actor, body, transact }) => {
    // The carrier is asked before the transaction, because a transaction must not wait for other servers.
    const offered = await requireOffered(deps, { number: body.number, country: requireCountry(body.country) });
    return transact((tx) => hold({ tx, actor }, offered));
  }),
  changeRoute(releaseHold, (by, { params }) => release(by, params.number)),
  route(listNumbers, ({ deps, params, query }) => numbersOf(deps, { userId: params.id, ...query })),
  route(purchaseNumber, async ({ deps, actor, params, body, transact }) => {
    const country = requireCountry(body.country);
    const lookedUp = await lookUpForPurchase(deps, { userId: params.id, number: body.number, country });
    return transact((tx) =>
      purchase({ tx, deps, actor }, { userId: params.id, lookedUp, shown: body.price, autoRenew: body.autoRenew }),
    );
  }),
  route(getNumber, ({ deps, params }) => detailsOf({ deps }, { userId: params.id, numberId: params.numberId })),
  changeRoute(updateNumber, (by, { params, body }) =>
    changeNumber(by, { userId: params.id, numberId: params.numberId, ...body }),
  ),
  route(checkNumber, ({ deps, params }) => check({ deps }, { userId: params.id, numberId: params.numberId })),
  changeRoute(renewNumber, (by, { params, body }) =>
    renew(by, { userId: params.id, numberId: params.numberId, shown: body?.price }),
  ),
];
