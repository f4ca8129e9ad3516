import { z } from 'zod';
import { routes } from '../../src/app.ts';
import type { AnyEndpoint } from '../../src/callers/route.ts';
import { appForFile, call, makeAdmin, parseAs, signUp, type TestActor } from '../kit/index.ts';
import { TABLE } from './endpoints/table.ts';
import { PROXY_TOKEN } from '../sip/trunk.ts';

/**
 * The rules that hold for every endpoint, so that a new endpoint is tested without a line here.
 * `endpoints/rows` says who may call which.
 */
const app = await appForFile({ env: { SIP_PROXY_TOKEN: PROXY_TOKEN } });
const other = await signUp(app);
const admin = await makeAdmin(app);
type Endpoint = AnyEndpoint;
interface Answer {
  status: number;
  code: string | undefined;
  text: string;
}

const cookie = ({ cookie: value }: TestActor) => ({ cookie: value });
/** Whoever gets as far as any input. */
const inside = ({ access }: Endpoint): Record<string, string> =>
  access === 'edge' ? { authorization: `Bearer ${PROXY_TOKEN}` } : cookie(admin);

const NAMES: Record<string, string> = { service: 'sms', name: 'coin', subject: 'number' };

/** The path with the owner's id in it; every other parameter gets an id that belongs to nothing. */
const pathFor = ({ path }: Endpoint, ownerId: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => (name === 'id' ? ownerId : (NAMES[name] ?? Bun.randomUUIDv7())));

/** The largest body, in bytes, if its endpoint names no other limit: for anybody, and for callers. */
const LARGEST = { ofAnybody: 16_384, ofCallers: 65_536 };
const mostOf = ({ access, largestBody }: Endpoint): number =>
  largestBody ?? LARGEST[access === 'public' || access === 'edge' ? 'ofAnybody' : 'ofCallers'];
const fits = (endpoint: Endpoint, body: string) => Buffer.byteLength(body) <= mostOf(endpoint);

/** Calls an endpoint and checks the rules for every answer: never a fault of ours, always a problem. */
async function request(
  endpoint: Endpoint,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  const { method } = endpoint;
  const all = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
  const response = await call(app, path, { method, body, headers: all });
  expect(response.status).toBeLessThan(500);
  if (response.status < 400) {
    // An event stream has no end to wait for.
    await response.body?.cancel();
    return { status: response.status, code: undefined, text: '' };
  }
  expect(response.headers.get('content-type')).toStartWith('application/problem+json');
  const text = await response.text();
  const problem = parseAs(text, z.looseObject({ status: z.number(), code: z.string() }));
  expect(problem.status).toBe(response.status);
  return { status: response.status, code: problem.code, text };
}

/** One reader reads the bodies, paths and credentials of all endpoints: each endpoint meets one of these, and each of these dozens. */
const inItsTurn = <Each>({ name }: Endpoint, all: readonly Each[]): Each => {
  const [one] = all.slice(routes.findIndex(({ endpoint }) => endpoint.name === name) % all.length);
  if (one === undefined) throw new Error('there is none');
  return one;
};

const named = routes.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const closed = named.filter(([, { name }]) => TABLE[name]?.may !== 'anybody');

test('every endpoint has a name and a place of its own', () => {
  expect(new Set(named.map(([place]) => place)).size).toBe(named.length);
  expect(new Set(routes.map(({ endpoint }) => endpoint.name)).size).toBe(named.length);
});

describe.each(closed)('%s', (_place, endpoint) => {
  test('is closed to nobody and to made-up credentials', async () => {
    const path = pathFor(endpoint, other.id);
    const madeUp = inItsTurn<Record<string, string>>(endpoint, [
      { authorization: 'Bearer' },
      { authorization: 'Bearer tl_live_' },
      { authorization: `Bearer tl_live_${'x'.repeat(43)}` },
      { authorization: `Basic ${btoa(`${other.email}:${other.password}`)}` },
      { authorization: other.key },
      { cookie: 'session=x' },
      { cookie: `session=${other.cookie.slice(8).split('.')[0]}` },
      { ...cookie(other), authorization: 'Bearer tl_live_wrong' },
    ]);
    for (const headers of [{}, madeUp]) {
      expect(await request(endpoint, path, headers)).toMatchObject({ status: 401, code: 'not_signed_in' });
    }
  });

  test('refuses a browser that another site sent', async () => {
    const headers = { ...cookie(other), origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const answer = await request(endpoint, pathFor(endpoint, other.id), headers);
    if (endpoint.method === 'GET') expect(answer.code).not.toBe('bad_origin');
    else expect(answer).toMatchObject({ status: 403, code: 'bad_origin' });
  });
});

/** Part of every hostile value; no answer may contain it. */
const MARK = 'sUbMiTtEd';

/** Values that no field of any body accepts. */
const HOSTILE_VALUES: [string, unknown][] = [
  ['an object', { nested: MARK }],
  ['a list of objects', [{ nested: MARK }]],
  ['a huge number', Number.MAX_VALUE],
  ['a negative fraction', -1e-300],
  ['a NUL', `${MARK}\u0000`],
  ['a lone surrogate and control characters', `${MARK}\ud800\u0007\u001b[2J`],
  ['a very long text', MARK.repeat(2000)],
  ['a list that never ends', Array.from({ length: 300 }, () => [MARK])],
];

function fieldsOf({ body }: Endpoint): string[] {
  const object = body instanceof z.ZodOptional ? body.unwrap() : body;
  const shapes = object instanceof z.ZodDiscriminatedUnion ? object.options : [object];
  const fields = shapes.flatMap((shape) => (shape instanceof z.ZodObject ? Object.keys(shape.shape) : []));
  return [...new Set(fields)];
}

const withBody = named.filter(([, { body }]) => body !== undefined);

describe.each(withBody)('%s', (_place, endpoint) => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    request(endpoint, pathFor(endpoint, other.id), { ...inside(endpoint), ...headers }, body);

  function expectRefusal({ status, text }: Answer, ...statuses: number[]) {
    expect(status).toBeOneOf(statuses);
    expect(text).not.toContain(MARK);
  }

  test('refuses what is no JSON, no object, or of another type', async () => {
    const body = inItsTurn(endpoint, [`{"${MARK}": `, MARK, `{"a": "${MARK}",}`, `\ufeff[${MARK}`, '['.repeat(50_000)]);
    expectRefusal(await send(body), fits(endpoint, body) ? 400 : 413);
    const nested = `${'['.repeat(2000)}${']'.repeat(2000)}`;
    expectRefusal(await send(inItsTurn(endpoint, [`["${MARK}"]`, `"${MARK}"`, '12', 'null', 'true', nested])), 422);
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', MARK];
    expectRefusal(await send(`{"email":"${MARK}"}`, { 'content-type': inItsTurn(endpoint, types) }), 415);
  });

  test('refuses more than it takes', async () => {
    const room = mostOf(endpoint) - JSON.stringify({ text: '' }).length;
    const withText = (bytes: number) => send(JSON.stringify({ text: MARK.padEnd(bytes, MARK) }));
    expectRefusal(await withText(room + 1), 413);
    // `http/malformed` sends the longest.
    if (room < 1_000_000) expect((await withText(room)).status).not.toBe(413);
  });

  test('refuses hostile values in every field', async () => {
    const fields = fieldsOf(endpoint);
    expect(fields).not.toBeEmpty();
    for (const [what, value] of HOSTILE_VALUES) {
      const body = JSON.stringify(Object.fromEntries(fields.map((field) => [field, value])));
      const { status, text } = await send(body);
      expect([what, status, text.includes(MARK)]).toEqual([what, fits(endpoint, body) ? 422 : 413, false]);
    }
  });

  test('does not take fields from a prototype', async () => {
    expect((await send(`{"__proto__": {"role": "${MARK}"}, "constructor": "${MARK}"}`)).text).not.toContain(MARK);
    expect(Object.hasOwn(Object.prototype, 'role')).toBe(false);
  });
});

describe.each(named.filter(([, { path }]) => path.includes(':')))('%s', (_place, endpoint) => {
  test('refuses what is no id in its path', async () => {
    for (const value of [MARK, inItsTurn(endpoint, ['%00', '..%2f..%2fetc', '%F0%9F%92%A9', 'x'.repeat(4000)])]) {
      const path = endpoint.path.replace(/:\w+/g, encodeURI(value).replaceAll('%25', '%'));
      const { status, text } = await request(endpoint, path, cookie(admin));
      expect(status).toBeWithin(400, 500);
      expect(text).not.toContain(MARK);
    }
  });
});

test('a list that goes on behind a row is paged', () => {
  const lists = named.filter(([, { query }]) => query && 'before' in query.shape);
  expect(lists.length).toBeGreaterThan(15);
  expect(lists.filter(([, { paged }]) => !paged).map(([place]) => place)).toEqual([]);
});

describe.each(named.filter(([, { paged }]) => paged))('%s', (_place, endpoint) => {
  test('refuses pages that there are not', async () => {
    for (const query of ['limit=0', 'limit=1001', `limit=${MARK}`, `before=${MARK}`, 'before=%00']) {
      const { status, text } = await request(endpoint, `${pathFor(endpoint, other.id)}?${query}`, cookie(admin));
      expect([query, status]).toEqual([query, 422]);
      expect(text).not.toContain(MARK);
    }
  });
});

describe.each(named.filter(([, { query }]) => query && 'search' in query.shape))('%s', (_place, endpoint) => {
  test('refuses to search for what cannot be stored, whether it answers a list or a file', async () => {
    const path = `${pathFor(endpoint, endpoint.access === 'admin' ? other.id : admin.id)}?search=%00`;
    expect((await request(endpoint, path, cookie(admin))).status).toBe(422);
  });
});

describe.each(named.filter(([, { idempotent }]) => idempotent))('%s', (_place, endpoint) => {
  test('refuses a key that is no key', async () => {
    const key = inItsTurn(endpoint, ['two words', MARK.repeat(30), 'é', '""\t""']);
    const headers = { ...cookie(admin), 'idempotency-key': key };
    const { status, text } = await request(endpoint, pathFor(endpoint, other.id), headers, '{}');
    expect(status).toBe(422);
    expect(text).not.toContain(MARK);
  });
});
