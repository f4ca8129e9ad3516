import { lookup } from 'node:dns/promises';
import { answerWithin } from '../../platform/kit/answer-within.ts';
import { isLoopback, isPublicAddress } from './public-address.ts';
import { type Sentence } from '../../platform/kit/faults.ts';
import { sentence } from '../../platform/kit/sentences.ts';

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
export class RefusedTarget extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(sentence.text);
    this.sentence = sentence;
  }
}

/**
 * Checks where a webhook leads: https to the public internet. One name may stand for several addresses,
 * and all of them must pass, because the next question may be answered with another.
 * @param allowLoopback for tests and development: this machine too, and by http as well
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
