import { type Route, routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { listAddressKeys } from '../addresses/contract.ts';
import { listKeys } from '../addresses/list-keys.ts';
import { attach, dismiss } from './attach-transfer.ts';
import { attachTransfer, dismissTransfer, listUnclaimed, listWallets } from './contract.ts';
import { findUnclaimed } from './find-unclaimed.ts';
import { listWallets as watchedWallets } from './list-wallets.ts';

const { changeRoute, route } = routesFor<Deps>();

export const walletRoutes: readonly Route<Deps>[] = [
  route(listAddressKeys, ({ deps }) => listKeys(deps)),
  route(listWallets, ({ deps }) => watchedWallets(deps)),
  route(listUnclaimed, ({ deps, query }) => findUnclaimed(deps.db, query)),
  changeRoute(attachTransfer, (by, { params, body }) => attach(by, { transferId: params.transferId, input: body })),
  changeRoute(dismissTransfer, (by, { params, body }) => dismiss(by, { transferId: params.transferId, input: body })),
];
