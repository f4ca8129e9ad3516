import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../../services/deps.ts';
import { exportAccount as contract } from './contract.ts';
import { exportAccount } from './export-account.ts';

const { route } = routesFor<Deps>();

export const exportRoutes = [route(contract, ({ deps, actor }) => exportAccount({ deps, actor }))];
