import { costOf, createRateLimiter, type RateLimiter } from '../../../src/edge/http/rate-limit.ts';
import { Problem } from '../../../src/platform/kit/errors.ts';
import { startTestApp, type TestApp, TestClock } from '../../kit/index.ts';

const RATE_LIMITS = { credential: { burst: 1000, perSecond: 200 }, address: { burst: 300 } };

/** How many of `attempts` requests pass. */
function passing(attempts: number, request: () => void): number {
  let passed = 0;
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      request();
      passed++;
    } catch (error) {
      if (!(error instanceof Problem) || error.reason !== 'rate_limited') throw error;
    }
  }
  return passed;
}

/** A request whose credential turns out to be one. */
const genuine = (limiter: RateLimiter, credential: string) => () => {
  const caller = { address: '192.0.2.1', credential };
  limiter.admit(caller);
  limiter.accepted(caller);
};

describe('the limiter', () => {
  const { burst, perSecond } = RATE_LIMITS.credential;

  test('lets a burst pass, then as many as flow back', () => {
    const clock = new TestClock();
    const limiter = createRateLimiter(true, clock);
    const request = genuine(limiter, 'key-one');
    expect(passing(burst + 50, request)).toBe(burst);
    clock.advance(2000);
    expect(passing(burst, request)).toBe(2 * perSecond);
  });

  test('counts each credential for itself, and callers without one by their address', () => {
    const limiter = createRateLimiter(true, new TestClock());
    passing(burst, genuine(limiter, 'key-one'));
    expect(passing(5, genuine(limiter, 'key-two'))).toBe(5);
    expect(passing(5, genuine(limiter, 'key-one'))).toBe(0);
    const anonymous = RATE_LIMITS.address.burst;
    const nobody = (address: string) => () => limiter.admit({ address, credential: null });
    expect(passing(anonymous + 5, nobody('192.0.2.1'))).toBe(anonymous);
    expect(passing(5, nobody('192.0.2.2'))).toBe(5);
  });

  test('does not let made-up credentials get around the limit of their address', () => {
    const limiter = createRateLimiter(true, new TestClock());
    let made = 0;
    const guess = () => {
      const caller = { address: '192.0.2.1', credential: `guess-${made++}` };
      limiter.admit(caller);
      limiter.refused(caller);
    };
    expect(passing(RATE_LIMITS.address.burst + 20, guess)).toBe(RATE_LIMITS.address.burst);
  });

  test('counts guesses that are all under way at once', () => {
    const limiter = createRateLimiter(true, new TestClock());
    let made = 0;
    const guess = () => limiter.admit({ address: '192.0.2.1', credential: `guess-${made++}` });
    expect(passing(RATE_LIMITS.address.burst + 20, guess)).toBe(RATE_LIMITS.address.burst);
  });

  test('lets a key in use pass while others flood from its address, and no longer once it is revoked', () => {
    const limiter = createRateLimiter(true, new TestClock());
    const request = genuine(limiter, 'key-one');
    expect(passing(1, request)).toBe(1);
    passing(RATE_LIMITS.address.burst + 20, () => limiter.admit({ address: '192.0.2.1', credential: null }));
    expect(passing(5, request)).toBe(5);
    limiter.refused({ address: '192.0.2.1', credential: 'key-one' });
    expect(passing(5, request)).toBe(0);
  });

  test('counts the addresses of one IPv6 network as one', () => {
    const limiter = createRateLimiter(true, new TestClock());
    let host = 0;
    const nobody = () => limiter.admit({ address: `2001:db8::${(host++).toString(16)}`, credential: null });
    expect(passing(RATE_LIMITS.address.burst + 20, nobody)).toBe(RATE_LIMITS.address.burst);
    expect(passing(5, () => limiter.admit({ address: '2001:db8:1::1', credential: null }))).toBe(5);
  });

  test('lets everything pass where it is off', () => {
    const limiter = createRateLimiter(false, new TestClock());
    const request = () => limiter.admit({ address: '192.0.2.1', credential: 'key-one' });
    expect(passing(burst + 50, request)).toBe(burst + 50);
  });
});

describe('over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => app.stop());

  test('a flood is answered with 429 and when to come again', async () => {
    const answers = await Promise.all(
      Array.from({ length: RATE_LIMITS.address.burst + 100 }, () => app.fetch('/api/events')),
    );
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.headers.get('content-type')).toStartWith('application/problem+json');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused?.json()).toMatchObject({ code: 'rate_limited', status: 429 });
    // The question whether the process is alive gets its answer, however busy it is.
    expect((await app.fetch('/healthz')).status).toBe(200);
  });

  test.each([
    [
      'a made-up Authorization',
      '/api/did-numbers/countries',
      (n: number) => ({ authorization: `Bearer tl_live_made-up-${n}` }),
    ],
    ['a forged cookie', '/api/auth/session', (n: number) => ({ cookie: `session=forged-${n}.c2lnbmF0dXJl` })],
  ])('%s on each request of a flood gains nothing', async (_what, path, made) => {
    // Each flood comes from an address of its own.
    await using behind = await startTestApp({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } });
    const attempts = RATE_LIMITS.address.burst + 100;
    const answers = await Promise.all(
      Array.from({ length: attempts }, (_, n) =>
        behind.fetch(path, { headers: { ...made(n), 'x-forwarded-for': '198.51.100.7' } }),
      ),
    );
    const passed = answers.filter(({ status }) => status !== 429).length;
    expect(passed).toBeLessThan(attempts);
    expect(passed).toBe(RATE_LIMITS.address.burst);
  });
});

describe('a request counts by what it costs', () => {
  const made = (produces: readonly string[], length: number | null, query: Record<string, string>) =>
    costOf({ produces }, { headers: new Headers(length === null ? {} : { 'content-length': String(length) }), query });

  test.each<[string, string[], number | null, Record<string, string>, number]>([
    ['nothing sent', [], null, {}, 1],
    ['a short body', [], 19_999, {}, 1],
    ['a body of 20 kB', [], 20_000, {}, 2],
    ['a file of 5 MB', [], 5_000_000, {}, 251],
    ['a message of 16 MB', [], 16_000_000, {}, 500],
    ['a CSV file asked for', ['text/csv'], null, {}, 50],
    ['all that an account has', ['application/json'], null, {}, 50],
    ['a recording', ['audio/wav'], null, {}, 1],
    ['a text searched for', [], null, { search: 'Ada' }, 10],
    ['a search for nothing', [], null, { search: '' }, 1],
    ['a page of a list', [], null, { before: '7' }, 1],
  ])('%s', (_what, produces, length, query, cost) => {
    expect(made(produces, length, query)).toBe(cost);
  });

  test('whoever sends large files has fewer of them, and others have all of theirs', () => {
    const limiter = createRateLimiter(true, new TestClock());
    const large = { address: '192.0.2.7', credential: 'large', cost: 251 };
    for (let count = 0; count < 3; count++) {
      if (count > 0) limiter.admit(large);
      if (count === 0) limiter.accepted(large);
    }
    expect(() => limiter.admit(large)).toThrow('Too many requests');
    limiter.accepted({ address: '192.0.2.8', credential: 'other' });
    expect(() => limiter.admit({ address: '192.0.2.8', credential: 'other' })).not.toThrow();
  });
});
