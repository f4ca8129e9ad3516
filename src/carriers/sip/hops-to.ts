import type { SipRoute, SipRoutes } from './settings.ts';

/**
 * The SIP routes to a number, in the order of the carriers.
 * @param destination E.164
 */
export function hopsTo(
  routes: SipRoutes,
  carriers: readonly { name: string }[],
  destination: string,
): { carrier: string; uri: string; user: string; secret: string }[] {
  return carriers.flatMap(({ name }) => {
    const route = routes.get(name);
    const host = route && hostOf(route);
    if (!host) return [];
    const { prefix, user, secret } = route;
    const number = prefix === null ? destination : `${prefix}${destination.slice(1)}`;
    return [{ carrier: name, uri: `sip:${number}@${host}`, user, secret }];
  });
}

/** A route's host as the end of a SIP URI, with its transport where that is not UDP; null where it has none. */
export const hostOf = ({ host, transport }: Pick<SipRoute, 'host' | 'transport'>): string | null =>
  host === null || transport === 'udp' ? host : `${host};transport=${transport}`;
