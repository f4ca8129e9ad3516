import type { Clock } from '../../platform/kit/clock.ts';
import { networkOf } from '../../platform/kit/network.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';

/** A bucket holds `burst` requests and refills at `perSecond`. */
interface Allowance {
  burst: number;
  perSecond: number;
}

/** Far above what a person or a busy program needs: it protects against floods, and does not meter use. */
export const RATE_LIMITS = {
  /** For each session or API key. */
  credential: { burst: 1000, perSecond: 200 },
  /**
   * For each address; for IPv6 each /64, because a provider's customer has at least one. It counts requests
   * without a credential, and requests whose credential is not yet known to be valid.
   */
  address: { burst: 300, perSecond: 20 },
} as const satisfies Record<string, Allowance>;

/** A limit, so that invented credentials cannot fill the memory. */
const MAX_BUCKETS = 50_000;

interface Caller {
  address: string;
  /** The session's token or the Authorization header as received; null if the request has neither. */
  credential: string | null;
  /** For how many ordinary requests it counts, once its credential is known to be valid; absent: one. */
  cost?: number;
}

/** So many bytes of a body are the work of another ordinary request. */
const BYTES_OF_ONE = 20_000;
/** Making a file reads as much as many requests do. */
const FILE_COST = 50;
/** So that no single request is refused for ever. */
const MOST_COST = RATE_LIMITS.credential.burst / 2;
const MADE_FILES: ReadonlySet<string> = new Set(['text/csv', 'application/json', 'application/pdf', 'application/zip']);
/** Looking for a text reads what a list without one passes over. */
const SEARCH_COST = 10;

/**
 * For how many ordinary requests a request counts: by the length of what it sends, by the text that it searches for, and
 * by the file that it asks for.
 */
export function costOf(
  { produces }: { produces?: readonly string[] },
  { headers, query = {} }: { headers: Headers; query?: Readonly<Record<string, unknown>> },
): number {
  const bytes = Number.parseInt(headers.get('content-length') ?? '0', 10);
  const made = produces?.some((type) => MADE_FILES.has(type)) ? FILE_COST : query.search ? SEARCH_COST : 1;
  return Math.min(MOST_COST, made + Math.floor(Math.max(0, bytes || 0) / BYTES_OF_ONE));
}

/** A limit on this process's requests. It is in memory: it only protects the process, and no promise depends on it. */
export interface RateLimiter {
  /**
   * Admits a request. The request counts for its address unless its credential is known to be valid.
   * @throws rate_limited with Retry-After
   */
  admit(caller: Caller): void;
  /** The request's credential or signature was valid: the request no longer counts for its address. */
  accepted(caller: Caller): void;
  /** The credential is invalid, or no longer valid. */
  refused(caller: Caller): void;
}

/** Makes a limiter; one that is off admits every request. */
export function createRateLimiter(on: boolean, clock: Clock): RateLimiter {
  if (!on) return { admit: () => {}, accepted: () => {}, refused: () => {} };
  const addresses = new Buckets(RATE_LIMITS.address, clock);
  const credentials = new Buckets(RATE_LIMITS.credential, clock);
  return {
    admit: ({ address, credential, cost = 1 }) => {
      const known = credential === null ? null : hashOf(credential);
      const wait =
        known !== null && credentials.has(known) ? credentials.take(known, cost) : addresses.take(networkOf(address));
      if (wait > 0) throw tooMany(wait);
    },
    accepted: ({ address, credential, cost = 1 }) => {
      const known = credential === null ? null : hashOf(credential);
      if (known !== null && credentials.has(known)) return;
      addresses.giveBack(networkOf(address));
      if (known !== null) credentials.take(known, cost);
    },
    refused: ({ credential }) => {
      if (credential !== null) credentials.forget(hashOf(credential));
    },
  };
}

/** Only the hash is kept, so that no credential stays in memory after its request. */
const hashOf = (credential: string): string => String(Bun.hash(credential));

class Buckets {
  readonly #left = new Map<string, { tokens: number; at: number }>();

  constructor(
    private readonly allowance: Allowance,
    private readonly clock: Clock,
  ) {}

  has(key: string): boolean {
    return this.#left.has(key);
  }

  forget(key: string): void {
    this.#left.delete(key);
  }

  giveBack(key: string): void {
    const bucket = this.#left.get(key);
    if (bucket) bucket.tokens = Math.min(this.allowance.burst, bucket.tokens + 1);
  }

  /** Takes a request out of the bucket. @returns seconds until it is admitted, 0 if it is admitted now */
  take(key: string, cost = 1): number {
    const left = this.#tokens(key);
    if (left < cost) return (cost - left) / this.allowance.perSecond;
    const tokens = left - cost;
    // The bucket moves to the end, so that the first in the map is the least recently used.
    this.#left.delete(key);
    this.#left.set(key, { tokens, at: this.clock.now().getTime() });
    if (this.#left.size > MAX_BUCKETS) this.#dropOldest();
    return 0;
  }

  #tokens(key: string): number {
    const { burst, perSecond } = this.allowance;
    const bucket = this.#left.get(key);
    if (!bucket) return burst;
    const seconds = (this.clock.now().getTime() - bucket.at) / 1000;
    return Math.min(burst, bucket.tokens + Math.max(0, seconds) * perSecond);
  }

  #dropOldest(): void {
    const [oldest] = this.#left.keys();
    if (oldest !== undefined) this.#left.delete(oldest);
  }
}

const tooMany = (waitSeconds: number) =>
  new Problem('rate_limited', fault('tooManyRequests'), {
    headers: { 'retry-after': String(Math.ceil(waitSeconds)) },
  });
