import { lookup, resolveSrv } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { eq } from 'drizzle-orm';
import { trunks } from '../../../../db/schema/index.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import { isLoopback, isPublicAddress } from '../../../platform/kit/public-address.ts';
import type { Deps } from '../../deps.ts';

/** The port of SIP, where neither an address nor DNS names another. */
const SIP_PORT = 5060;
/** The most that a call tries, so that its caller does not wait for all of a long list. */
const MOST_TARGETS = 4;
const RESOLVE_MS = 2000;

/** One host of a service, as RFC 2782 has it. */
interface Service {
  name: string;
  port: number;
  priority: number;
  weight: number;
}

/** The answer of DNS for a name; empty where there is none. */
export interface Names {
  services(name: string): Promise<readonly Service[]>;
  addresses(host: string): Promise<readonly string[]>;
}

const none = () => [];

/** Asks the system's resolver, for two seconds at most. */
const dns: Names = {
  services: (name) => answerWithin(RESOLVE_MS, resolveSrv(name)).catch(none),
  addresses: async (host) => {
    const found = await answerWithin(RESOLVE_MS, lookup(host, { all: true, family: 4 })).catch(none);
    return found.map(({ address }) => address);
  },
};

/**
 * Where the edge rings a telephone system that calls in go to by address, in the order to try: `198.41.0.4:5060`. A name
 * without a port is looked up as a service first (RFC 3263). Only addresses of the public internet count: whoever wrote a
 * name decides where it leads, and the edge stands in the operator's network.
 * @param given `pbx.example.com`, `pbx.example.com:5070` or `198.41.0.4`; the second is tried after all of the first
 * @param allowLoopback for tests and development: this machine counts too
 */
export async function findTargets(
  given: readonly string[],
  { services, addresses }: Names,
  allowLoopback: boolean,
): Promise<string[]> {
  const hostsOf = async (text: string): Promise<readonly Pick<Service, 'name' | 'port'>[]> => {
    const [name = '', port] = text.split(':');
    if (port !== undefined) return [{ name, port: Number(port) }];
    const found = isIPv4(name) ? [] : await services(`_sip._udp.${name}`);
    return found.length === 0 ? [{ name, port: SIP_PORT }] : inOrder(found);
  };
  const hosts = (await Promise.all(given.map(hostsOf))).flat();
  const targets = await Promise.all(
    hosts.slice(0, MOST_TARGETS).map(async ({ name, port }) => {
      const found = isIPv4(name) ? [name] : await addresses(name);
      const open = found.filter((each) => isPublicAddress(each) || (allowLoopback && isLoopback(each)));
      return open.map((each) => `${each}:${port}`);
    }),
  );
  return [...new Set(targets.flat())].slice(0, MOST_TARGETS);
}

/** Lower priorities first; of one priority by chance, those with more weight more often (RFC 2782). */
const inOrder = (services: readonly Service[]): Service[] =>
  services
    .map((service) => ({ service, late: -Math.log(1 - Math.random()) / (service.weight + 0.001) }))
    .toSorted((a, b) => a.service.priority - b.service.priority || a.late - b.late)
    .map(({ service }) => service);

/** The same of a trunk, with spaces between; empty where what is registered rings. */
export async function targetsOf({ db, config }: Deps, trunkId: string): Promise<string> {
  const [trunk] = await db.select({ callsInTo: trunks.callsInTo }).from(trunks).where(eq(trunks.id, trunkId));
  if (!trunk || trunk.callsInTo.length === 0) return '';
  return (await findTargets(trunk.callsInTo, dns, config.webhooksToLoopback)).join(' ');
}
