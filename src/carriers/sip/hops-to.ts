import type { SipRoutes } from './settings.ts';

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
    if (!route) return [];
    const { host, transport, prefix, user, secret } = route;
    const number = prefix === null ? destination : `${prefix}${destination.slice(1)}`;
    const parameters = transport === 'udp' ? '' : `;transport=${transport}`;
    return [{ carrier: name, uri: `sip:${number}@${host}${parameters}`, user, secret }];
  });
}
