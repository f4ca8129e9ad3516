import { lookup } from 'node:dns/promises';
import { answerWithin } from './answer-within.ts';
import { isLoopback, isPublicAddress } from './public-address.ts';
import { type Sentence } from './faults.ts';
import { sentence } from './errors.ts';

/** The target of a delivery: the checked address, and the name for which it was checked. */
export interface Target {
  url: URL;
  /** The one IP address to connect to. A second lookup of the name could give another one. */
  address: string;
}

/** Finds the IP addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const RESOLVE_MS = 5000;

/** Uses the system's resolver. */
export const resolveByDns: Resolve = async (hostname) => {
  const found = await answerWithin(RESOLVE_MS, lookup(hostname, { all: true, verbatim: true }));
  return found.map(({ address }) => address);
};

/** An address to which nothing is sent; `message` says why. */
export class RefusedTarget extends Error {
  constructor(readonly sentence: Sentence) {
    super(sentence.text);
  }
}

/**
 * Checks where a request that others chose leads: https to the public internet. A name may have several addresses, and all of
 * them must pass, because the next lookup may give another one.
 * @param allowLoopback for tests and development: allows this machine too, also by http
 * @throws {RefusedTarget}
 */
export async function checkTarget(text: string, resolve: Resolve, allowLoopback: boolean): Promise<Target> {
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:')) {
    throw new RefusedTarget(sentence('urlHttps'));
  }
  if (url.username || url.password) {
    throw new RefusedTarget(sentence('urlLogin'));
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await resolve(hostname).catch((): string[] => []);
  const [address] = addresses;
  if (!address) throw new RefusedTarget(sentence('urlUnknown'));
  const allowed = (each: string) =>
    allowLoopback && isLoopback(each) ? true : url.protocol === 'https:' && isPublicAddress(each);
  if (!addresses.every(allowed)) {
    throw new RefusedTarget(sentence('urlPrivate'));
  }
  return { url, address };
}
