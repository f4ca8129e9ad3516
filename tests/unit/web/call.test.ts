import { afterEach, beforeEach, describe, expect, mock, test } from 'bun:test';
import { updateUser } from '../../../src/accounts/profile/contract.ts';
import { login } from '../../../src/callers/sign-in/contract.ts';
import { listUsers } from '../../../src/admin/contract.ts';
import { createTransaction } from '../../../src/money/payments/contract.ts';
import { ApiError, call, failureText, messageOf, newIdempotencyKey, onSignedOut } from '../../../web/lib/call.ts';

const realFetch = globalThis.fetch;
const id = '0199a3d0-0000-7000-8000-000000000001';
let answer: Response;
let seen: { path: string; init: RequestInit }[];

beforeEach(() => {
  seen = [];
  answer = Response.json({});
  globalThis.fetch = Object.assign(
    async (path: string | URL | Request, init: RequestInit = {}) => {
      seen.push({ path: String(path), init });
      return answer.clone();
    },
    { preconnect: realFetch.preconnect },
  );
});

afterEach(() => {
  globalThis.fetch = realFetch;
});

const problem = (status: number, code: string, detail: string) =>
  Response.json(
    { type: 'about:blank', title: code, status, code, detail },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`Expected an ApiError and got ${String(error)}`);
}

describe('a request', () => {
  test('has its parameters in the path, its body as JSON, and cookies', async () => {
    await call(updateUser, { params: { id }, body: { fullName: 'Ada' } });
    expect(seen[0]?.path).toBe(`/api/users/${id}`);
    expect(seen[0]?.init).toMatchObject({ method: 'PUT', body: '{"fullName":"Ada"}', credentials: 'include' });
    expect(new Headers(seen[0]?.init.headers).get('content-type')).toBe('application/json');
  });

  test('escapes parameters and leaves out what the query does not say', async () => {
    await call(updateUser, { params: { id: '../x y' }, body: {} });
    await call(listUsers, { query: { search: 'a&b', status: undefined, limit: 10 } });
    expect(seen.map(({ path }) => path)).toEqual(['/api/users/..%2Fx%20y', '/api/admin/users?search=a%26b&limit=10']);
  });

  test('carries its idempotency key', async () => {
    await call(createTransaction, {
      params: { id },
      body: { type: 'credit_purchase', amount: '50' },
      idempotencyKey: 'once',
    });
    expect(new Headers(seen[0]?.init.headers).get('idempotency-key')).toBe('once');
  });
});

test('two idempotency keys differ', () => {
  expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newIdempotencyKey()).not.toBe(newIdempotencyKey());
});

describe('a refusal', () => {
  const signIn = () => call(login, { body: { email: 'ada@example.com', password: 'secret1' } });

  test('has the status and the body’s text as its message, and the problem', async () => {
    answer = problem(401, 'invalid_credentials', 'Invalid email or password');
    const text = await answer.clone().text();
    const error = await failureOf(signIn());
    expect(error.message).toBe(`401: ${text}`);
    expect(error.problem?.code).toBe('invalid_credentials');
    expect(messageOf(error, 'fallback')).toBe('Invalid email or password');
  });

  test('that is our fault names the request, one that is not does not', async () => {
    answer = problem(500, 'internal', 'Something went wrong on our side');
    answer.headers.set('x-request-id', 'abcd-17');
    expect(messageOf(await failureOf(signIn()), 'fallback')).toBe('Something went wrong on our side (Request abcd-17)');
    answer = problem(401, 'invalid_credentials', 'Invalid email or password');
    answer.headers.set('x-request-id', 'abcd-17');
    expect(messageOf(await failureOf(signIn()), 'fallback')).toBe('Invalid email or password');
  });

  test('without a body has the status text, and no words for people', async () => {
    answer = new Response(null, { status: 502, statusText: 'Bad Gateway' });
    const error = await failureOf(signIn());
    expect(error.message).toBe('502: Bad Gateway');
    const ours = 'fallback. Something went wrong on our side, not on yours.';
    expect(messageOf(error, 'fallback.')).toBe(ours);
    expect(failureText(error, 'fallback')).toBe(ours);
    expect(messageOf(error, '')).toBe('Something went wrong on our side, not on yours.');
    answer = new Response(null, { status: 503, headers: { 'x-request-id': 'abcd-17' } });
    expect(failureText(await failureOf(signIn()), 'fallback')).toBe(`${ours} (Request abcd-17)`);
    answer = new Response(null, { status: 404, headers: { 'x-request-id': 'abcd-17' } });
    const notOurs = await failureOf(signIn());
    expect([messageOf(notOurs, 'fallback'), failureText(notOurs, 'fallback')]).toEqual(['fallback', 'fallback']);
    expect(failureText(new TypeError('Failed to fetch'), 'fallback')).toBe('fallback');
  });

  test('whose problem is not JSON is still an ApiError', async () => {
    answer = new Response('<html>', { status: 500, headers: { 'content-type': 'application/problem+json' } });
    expect((await failureOf(signIn())).message).toBe('500: <html>');
  });

  test('tells listeners only when nobody is signed in', async () => {
    const listener = mock(() => {});
    const stop = onSignedOut(listener);
    answer = problem(401, 'invalid_credentials', 'Invalid email or password');
    await failureOf(signIn());
    expect(listener).toHaveBeenCalledTimes(0);
    answer = problem(401, 'not_signed_in', 'Please sign in');
    await failureOf(signIn());
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    answer = problem(401, 'not_signed_in', 'Please sign in');
    await failureOf(signIn());
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

test('an answer without content is no value', async () => {
  answer = new Response(null, { status: 204 });
  expect(await call(updateUser, { params: { id }, body: {} })).toBeFalsy();
});
