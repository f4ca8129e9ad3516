import { route } from '../../edge/http/route.ts';
import { getResellerStatus } from './contract.ts';
import { getStatus } from './get-status.ts';

export const resellerRoutes = [route(getResellerStatus, ({ deps, params }) => getStatus(deps, params.id))];
