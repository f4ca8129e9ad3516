import type { Carrier } from '../carriers/port.ts';
import type { Deps } from './deps.ts';

type Asking = Pick<Deps, 'config'>;

/** Tells whether the edge knows a carrier's calls by their addresses: any other call rings nobody. */
export const callsEdge = ({ config }: Asking, carrier: string): boolean =>
  config.sipProxyToken !== null && (config.sipRoutes.get(carrier)?.addresses.length ?? 0) > 0;

/** Tells whether a carrier that announces calls by its API can ring trunks: it calls the edge, which it can reach. */
export const dialsEdge = (deps: Asking, { name, incomingCalls }: Carrier): boolean =>
  incomingCalls?.dialsSip === true && deps.config.sipPublicAddress !== null && callsEdge(deps, name);
