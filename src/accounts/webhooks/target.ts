import { lookup } from 'node:dns/promises';
import { answerWithin } from '../../platform/kit/answer-within.ts';
import { isLoopback, isPublicAddress } from './public-address.ts';

/** Where a delivery goes: the address that was checked, and the name it was checked for. */
export interface Target {
  url: URL;
  /** The one IP address to connect to. Asking for the name again could give another one. */
  address: string;
}

/** Finds the IP addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const RESOLVE_MS = 5000;

/** By the system's resolver. */
export const resolveByDns: Resolve = async (hostname) => {
  const found = await answerWithin(RESOLVE_MS, lookup(hostname, { all: true, verbatim: true }));
  return found.map(({ address }) => address);
};

/** An address that nothing is sent to; `message` says why, in the customer's words. */
export class RefusedTarget extends Error {}

/**
 * Checks where a webhook leads: https to the public internet. One name may stand for several addresses,
 * and all of them must pass, because the next question may be answered with another.
 * @param allowLoopback for tests and development: this machine too, and by http as well
 * @throws {RefusedTarget}
 */
export async function checkTarget(text: string, resolve: Resolve, allowLoopback: boolean): Promise<Target> {
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:')) {
    throw new RefusedTarget('The address must begin with https://');
  }
  if (url.username || url.password) {
    throw new RefusedTarget('The address must not contain a user name or password');
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await resolve(hostname).catch((): string[] => []);
  const [address] = addresses;
  if (!address) throw new RefusedTarget('The host name of the address was not found');
  const allowed = (each: string) =>
    allowLoopback && isLoopback(each) ? true : url.protocol === 'https:' && isPublicAddress(each);
  if (!addresses.every(allowed)) {
    throw new RefusedTarget('The address leads to a private network; it must be on the public internet');
  }
  return { url, address };
}
