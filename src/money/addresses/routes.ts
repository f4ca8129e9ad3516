import { type Route, routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { listAddressKeys } from './contract.ts';
import { listKeys } from './list-keys.ts';

const { route } = routesFor<Deps>();

export const addressRoutes: readonly Route<Deps>[] = [route(listAddressKeys, ({ deps }) => listKeys(deps))];
