import { isIPv6 } from 'node:net';
import { hostOf } from '../../../carriers/sip/hops-to.ts';
import type { ResponseOf } from '../../../platform/kit/endpoint.ts';
import type { Deps } from '../../deps.ts';
import type { listSipCarriers as contract } from './contract.ts';

/** The carriers that an edge exchanges calls with, in the order of the settings. */
export function listSipCarriers({ config }: Pick<Deps, 'config'>): ResponseOf<typeof contract> {
  const carriers = [...config.sipRoutes].map(([name, route], place) => {
    const { addresses, registers, user, secret } = route;
    const networks = addresses.map(networkOf).join(',');
    const host = hostOf(route);
    const [uri, registrar] = [host ? `sip:${host}` : '', registers ? `sip:${user}@${host}` : ''];
    return [String(place + 1), { name, networks, uri, registrar, user, secret }];
  });
  return { carriers: Object.fromEntries(carriers) };
}

/** An address as the network that holds nothing else. */
function networkOf(address: string): string {
  if (address.includes('/')) return address;
  return `${address}/${isIPv6(address) ? 128 : 32}`;
}
