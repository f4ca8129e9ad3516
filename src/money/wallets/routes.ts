import { type Route, routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { listAddressKeys } from '../addresses/contract.ts';
import { listKeys } from '../addresses/list-keys.ts';
import { attach, dismiss } from './attach-transfer.ts';
import { attachTransfer, dismissTransfer, listUnclaimed, listWallets } from './contract.ts';
import { findUnclaimed } from './find-unclaimed.ts';
import { listWallets as watchedWallets } from './list-wallets.ts';

const { route } = routesFor<Deps>();

export const walletRoutes: readonly Route<Deps>[] = [
  route(listAddressKeys, ({ deps }) => listKeys(deps)),
  route(listWallets, ({ deps }) => watchedWallets(deps)),
  route(listUnclaimed, ({ deps, query }) => findUnclaimed(deps.db, query)),
  route(attachTransfer, ({ actor, params, body, transact }) =>
    transact((tx) => attach({ actor }, { tx, transferId: params.transferId, input: body })),
  ),
  route(dismissTransfer, ({ actor, params, body, transact }) =>
    transact((tx) => dismiss({ actor }, { tx, transferId: params.transferId, input: body })),
  ),
];
