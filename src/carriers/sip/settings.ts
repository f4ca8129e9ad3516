import { z } from 'zod';
import { isIP } from 'node:net';
import { ConfigError, optional } from '../../platform/kit/settings.ts';

/** The prefix of a carrier's settings. */
const wordsOf = (carrier: string): string => carrier.toUpperCase().replaceAll('-', '_');

/**
 * Where trunks' calls go: each carrier's SIP route, as its console shows it. A carrier without a route takes
 * no such calls, whatever its API can do; with addresses alone it only calls us.
 */
export const sipRouteEnvironment = (carrier: string) => ({
  [`${wordsOf(carrier)}_SIP_ROUTE`]: optional(z.string()),
  [`${wordsOf(carrier)}_SIP_PREFIX`]: optional(z.string()),
  [`${wordsOf(carrier)}_SIP_ADDRESSES`]: optional(z.string()),
  [`${wordsOf(carrier)}_SIP_REGISTER`]: optional(z.enum(['on', 'off'])),
});

export interface SipRoute {
  /** A host, with its port where that is not SIP's own; null: it takes no calls of trunks. */
  host: string | null;
  transport: 'udp' | 'tcp' | 'tls';
  /** The identity that the carrier expects; empty if our address is enough. */
  user: string;
  secret: string;
  /** The text before the number's digits; null: the number unchanged, with its plus. */
  prefix: string | null;
  /** The addresses from which its calls come; for IPv4 also networks. */
  addresses: readonly string[];
  /** The edge registers there with the route's user and secret. */
  registers: boolean;
}

/** By the carrier's name. */
export type SipRoutes = ReadonlyMap<string, SipRoute>;

/** `sip:user:secret@host:port;transport=tls`: everything except the host is optional. */
const ROUTE =
  /^sip:(?:(?<user>[^:@;,\s"]+):(?<secret>[^@,\s"]+)@)?(?<host>[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?<port>:\d{1,5})?(?:;transport=(?<transport>udp|tcp|tls))?$/;

/** @throws {ConfigError} naming the setting that is wrong */
export function sipRoutesFrom(
  carriers: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): SipRoutes {
  const routes = new Map<string, SipRoute>();
  for (const carrier of carriers) {
    const words = wordsOf(carrier);
    const route = env[`${words}_SIP_ROUTE`];
    const prefix = env[`${words}_SIP_PREFIX`] || null;
    const addresses = addressesFrom(`${words}_SIP_ADDRESSES`, env[`${words}_SIP_ADDRESSES`] ?? '');
    if (!route && addresses.length === 0) continue;
    const parts = route ? ROUTE.exec(route)?.groups : {};
    if (!parts) {
      throw new ConfigError(`${words}_SIP_ROUTE: must be like sip:user:secret@sip.example.com:5060;transport=tls`);
    }
    if (prefix !== null && !/^\+?[0-9#*]{1,16}$/.test(prefix)) {
      throw new ConfigError(`${words}_SIP_PREFIX: must be digits, # or *`);
    }
    const registers = env[`${words}_SIP_REGISTER`] === 'on';
    if (registers && parts.user === undefined) {
      throw new ConfigError(`${words}_SIP_REGISTER: needs a user and a secret in ${words}_SIP_ROUTE`);
    }
    routes.set(carrier, {
      host: parts.host === undefined ? null : `${parts.host}${parts.port ?? ''}`,
      transport: transportOf(parts.transport),
      user: decodeURIComponent(parts.user ?? ''),
      secret: decodeURIComponent(parts.secret ?? ''),
      prefix,
      addresses,
      registers,
    });
  }
  return routes;
}

const transportOf = (text: string | undefined): SipRoute['transport'] =>
  text === 'tcp' || text === 'tls' ? text : 'udp';

function addressesFrom(name: string, text: string): string[] {
  const addresses = text.split(/[\s,]+/).filter(Boolean);
  for (const each of addresses) {
    const [address = '', bits] = each.split('/');
    const version = isIP(address);
    const isNetwork = bits === undefined || (version === 4 && /^\d{1,2}$/.test(bits) && Number(bits) <= 32);
    if (version === 0 || !isNetwork) {
      throw new ConfigError(`${name}: must be addresses like 192.0.2.10 or 192.0.2.0/28`);
    }
  }
  return addresses;
}
