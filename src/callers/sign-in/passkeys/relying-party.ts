import { isIP } from 'node:net';
import { brands } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { parseHostName } from '../../../platform/kit/host-name.ts';
import { isServedAt } from '../../registration/reseller-at-host.ts';

const SERVICE = 'Topline';

/** The site of a passkey: the passkey works at this host name and nowhere else. */
export interface RelyingParty {
  hostName: string;
  /** The origin that the browser must report, e.g. `https://portal.example.com`. */
  origin: string;
  /** The name that authenticators show. */
  name: string;
}

/**
 * Which site a request signs in to: a reseller's portal at its host name, or the service at its public
 * address. The `Host` header alone decides nothing: a name that no reseller has set up counts as the service.
 * Null where the address is a number, because browsers make no passkeys there.
 */
export async function relyingParty(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  request: Request,
): Promise<RelyingParty | null> {
  const home = new URL(config.publicUrl);
  const host = request.headers.get('host')?.toLowerCase() ?? home.host;
  const hostName = parseHostName(host);
  const [brand] = hostName ? await db.select().from(brands).where(isServedAt(hostName)) : [];
  if (hostName && brand) return { hostName, origin: `${home.protocol}//${host}`, name: brand.name };
  // On the operator's own machine, passkeys can be tried only at the name `localhost`.
  if (isLoopback(home.hostname) && /^localhost(:\d+)?$/.test(host)) {
    return { hostName: 'localhost', origin: `${home.protocol}//${host}`, name: SERVICE };
  }
  const address = home.hostname.replace(/^\[|\]$/g, '');
  return isIP(address) ? null : { hostName: home.hostname, origin: home.origin, name: SERVICE };
}

/**
 * The same as `relyingParty`.
 * @throws not_allowed_now if there can be no passkeys
 */
export async function requireRelyingParty(deps: Deps, request: Request): Promise<RelyingParty> {
  const party = await relyingParty(deps, request);
  if (party) return party;
  throw new Problem('not_allowed_now', sentence('hostNeeded'));
}

/** The name of the service at the address of a request. */
export async function serviceName(deps: Deps, request: Request): Promise<string> {
  return (await relyingParty(deps, request))?.name ?? SERVICE;
}

const isLoopback = (hostName: string): boolean =>
  hostName === 'localhost' || hostName === '[::1]' || hostName.startsWith('127.');
