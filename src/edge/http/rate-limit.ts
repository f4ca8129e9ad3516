import type { Clock } from '../../platform/kit/clock.ts';
import { networkOf } from '../../platform/kit/network.ts';
import { Problem } from '../../platform/kit/errors.ts';

/** A bucket holds `burst` requests and fills up again by `perSecond`. */
interface Allowance {
  burst: number;
  perSecond: number;
}

/** Far above what a person or a busy program needs: this is against floods, not for metering. */
export const RATE_LIMITS = {
  /** For each session or API key. */
  credential: { burst: 1000, perSecond: 200 },
  /** For each address, of IPv6 each /64, which one customer of a provider has: requests without a credential, or with one that turned out to be none. */
  address: { burst: 300, perSecond: 20 },
} as const satisfies Record<string, Allowance>;

/** So that made-up credentials cannot fill the memory. */
const MAX_BUCKETS = 50_000;

interface Caller {
  address: string;
  /** The session's token or the Authorization header as it came, null where there is neither. */
  credential: string | null;
}

/** A limit on this process's requests. Kept in memory: it protects the process, no promise rests on it. */
export interface RateLimiter {
  /** Lets a request pass. @throws rate_limited with Retry-After */
  admit(caller: Caller): void;
  /** Charges a request whose credential was not accepted to the address it came from. */
  refused(caller: Caller): void;
}

/** Makes a limiter; one that is off lets everything pass. */
export function createRateLimiter(on: boolean, clock: Clock): RateLimiter {
  if (!on) return { admit: () => {}, refused: () => {} };
  const addresses = new Buckets(RATE_LIMITS.address, clock);
  const credentials = new Buckets(RATE_LIMITS.credential, clock);
  return {
    admit: ({ address, credential }) => {
      const wait =
        credential === null
          ? addresses.take(networkOf(address))
          : // Only the hash is kept, so that no credential outlives its request in memory.
            addresses.wait(networkOf(address)) || credentials.take(String(Bun.hash(credential)));
      if (wait > 0) throw tooMany(wait);
    },
    refused: ({ address, credential }) => {
      if (credential !== null) addresses.take(networkOf(address));
    },
  };
}

class Buckets {
  readonly #left = new Map<string, { tokens: number; at: number }>();
  readonly #allowance: Allowance;
  readonly #clock: Clock;

  constructor(allowance: Allowance, clock: Clock) {
    this.#allowance = allowance;
    this.#clock = clock;
  }

  /** Seconds until a request may pass, 0 where one may now. */
  wait(key: string): number {
    const tokens = this.#tokens(key);
    return tokens >= 1 ? 0 : (1 - tokens) / this.#allowance.perSecond;
  }

  /** Takes a request out of the bucket; what it answers is as with `wait`. */
  take(key: string): number {
    const wait = this.wait(key);
    if (wait > 0) return wait;
    const tokens = this.#tokens(key) - 1;
    // The bucket moves to the end, so that the first in the map is the one unused for longest.
    this.#left.delete(key);
    this.#left.set(key, { tokens, at: this.#clock.now().getTime() });
    if (this.#left.size > MAX_BUCKETS) this.#dropOldest();
    return 0;
  }

  #tokens(key: string): number {
    const { burst, perSecond } = this.#allowance;
    const bucket = this.#left.get(key);
    if (!bucket) return burst;
    const seconds = (this.#clock.now().getTime() - bucket.at) / 1000;
    return Math.min(burst, bucket.tokens + Math.max(0, seconds) * perSecond);
  }

  #dropOldest(): void {
    const [oldest] = this.#left.keys();
    if (oldest !== undefined) this.#left.delete(oldest);
  }
}

const tooMany = (waitSeconds: number) =>
  new Problem('rate_limited', 'Too many requests. Please slow down and try again.', {
    headers: { 'retry-after': String(Math.ceil(waitSeconds)) },
  });
