import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { apiKeys, provenNumbers, sessions, totpSecrets, users } from '../../db/schema/index.ts';
import { user as userSchema } from '../../src/callers/contract.ts';
import { transact, type TransactionHost } from '../../src/platform/events/transact.ts';
import { SCOPES } from '../../src/platform/kit/scopes.ts';
import { newId } from '../../src/platform/kit/ids.ts';
import { parseMoney } from '../../src/platform/kit/money.ts';
import { post } from '../../src/money/ledger/post.ts';
import { changeTotals } from '../../src/platform/totals/total-changes.ts';
import type { TestApp } from './app.ts';
import { readAs } from './read.ts';

/** A server: an application in this process, or a separate process. */
export type Server = Pick<TestApp, 'fetch'>;

/** It is `RequestInit`; `json` sends a value as a JSON body (by POST unless `method` is set), `put` by PUT. */
export type ActorInit = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } & Sent;
type Sent = Partial<Record<'json' | 'put', unknown>>;

/** A person with an account, as a test plays them. */
export interface TestActor {
  id: string;
  email: string;
  password: string;
  /** The complete API key. */
  key: string;
  /** A `Cookie` header. */
  cookie: string;
  /** Calls the API with the key. */
  as(path: string, init?: ActorInit): Promise<Response>;
  /** Calls the API with the session cookie. */
  withCookie(path: string, init?: ActorInit): Promise<Response>;
}

let made = 0;

export async function signUp(
  app: Server,
  { email, password, fullName, company }: Partial<Record<'email' | 'password' | 'fullName' | 'company', string>> = {},
): Promise<TestActor> {
  const body = {
    email: email ?? `person-${++made}-${Date.now().toString(36)}@example.com`,
    password: password ?? 'correct horse',
    fullName: fullName ?? 'Ada Lovelace',
    company,
  };
  const response = await call(app, '/api/auth/register', { json: body });
  await expectStatus(response, 201);
  const { user } = await readAs(response, z.object({ user: userSchema }));
  const { id, apiKey: key } = user;
  return actorOf(app, { id, email: body.email, password: body.password, key, cookie: cookieOf(response) });
}

export async function signIn(app: Server, { email, password }: Pick<TestActor, 'email' | 'password'>): Promise<string> {
  const response = await call(app, '/api/auth/login', { json: { email, password } });
  await expectStatus(response, 200);
  return cookieOf(response);
}

/** The same person at another process. */
export function actorOf(
  app: Server,
  person: Pick<TestActor, 'id' | 'email' | 'password' | 'key' | 'cookie'>,
): TestActor {
  const { id, email, password, key, cookie } = person;
  return {
    id,
    email,
    password,
    key,
    cookie,
    as: (path, init) => call(app, path, init, { authorization: `Bearer ${key}` }),
    withCookie: (path, init) => call(app, path, init, { cookie }),
  };
}

/** Calls the API without an account, or with the credentials in `headers`. */
export function call(
  app: Server,
  path: string,
  { put, json = put, headers, ...init }: ActorInit = {},
  credentials: Record<string, string> = {},
): Promise<Response> {
  if (json === undefined) return app.fetch(path, { ...init, headers: { ...credentials, ...headers } });
  return app.fetch(path, {
    method: put === undefined ? 'POST' : 'PUT',
    body: JSON.stringify(json),
    ...init,
    headers: { 'content-type': 'application/json', ...credentials, ...headers },
  });
}

/** Browser tests use these actors too, so this does not use one test runner's `expect`. */
async function expectStatus(response: Response, status: number): Promise<void> {
  if (response.status !== status) throw new Error(`answered ${response.status}: ${await response.text()}`);
}

/** The session cookie that an answer sets, as a `Cookie` header. */
export function cookieOf(response: Response): string {
  const set = response.headers.getSetCookie().find((cookie) => /^(__Host-)?session=/.test(cookie));
  return set?.split(';')[0] ?? '';
}

type Person = string | { id: string };
const idOf = (person: Person) => (typeof person === 'string' ? person : person.id);

/** Makes a person an administrator whose key may move money; without one, a new person. */
export async function makeAdmin(app: TestApp, person?: TestActor): Promise<TestActor> {
  const admin = person ?? (await signUp(app));
  await app.deps.db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.id));
  await app.deps.db
    .update(apiKeys)
    .set({ scopes: [...SCOPES] })
    .where(eq(apiKeys.userId, admin.id));
  return admin;
}

/**
 * Makes a person an administrator who can agree as the second one: with a second factor, which their session has shown
 * a moment ago. Nobody can sign in with it.
 */
export async function makeApprover(app: TestApp, person?: TestActor): Promise<TestActor> {
  const admin = await makeAdmin(app, person);
  const now = app.clock.now();
  await app.deps.db
    .insert(totpSecrets)
    .values({ userId: admin.id, sealedSecret: 'nobody has it', createdAt: now, confirmedAt: now });
  await app.deps.db.update(users).set({ hasSecondFactor: true }).where(eq(users.id, admin.id));
  await app.deps.db.update(sessions).set({ factorProvenAt: now }).where(eq(sessions.userId, admin.id));
  return admin;
}

/** Leaves a session as if a person had used it just now, and had shown who they are. Without the API, so without a trace. */
export async function stepUpNow(app: TestApp, person: TestActor): Promise<void> {
  const now = app.clock.now();
  await app.deps.db
    .update(sessions)
    .set({ lastUsedAt: now, provenAt: now, factorProvenAt: now })
    .where(eq(sessions.userId, person.id));
}

/** Makes a person a reseller; without one, a new person. By default the package runs for 30 days. */
export async function makeReseller(app: TestApp, person?: TestActor, expiresAt?: Date): Promise<TestActor> {
  const reseller = person ?? (await signUp(app));
  const resellerExpiresAt = expiresAt ?? new Date(app.clock.now().getTime() + 30 * 86_400_000);
  await app.deps.db
    .update(users)
    .set({ role: 'reseller', resellerPackage: 'monthly', resellerExpiresAt })
    .where(eq(users.id, reseller.id));
  return reseller;
}

/** Suspends a person directly in the database, without the API: no event, no stream closed. */
export async function suspend(app: TestApp, person: Person): Promise<void> {
  await transact(app.deps, async (tx) => {
    await tx.db
      .update(users)
      .set({ status: 'suspended' })
      .where(eq(users.id, idOf(person)));
    await changeTotals(tx, { activeUsers: -1 });
  });
}

/** Adds credit (a decimal string in pounds) through the ledger, like an administrator's adjustment. */
export async function credit(app: { deps: TransactionHost }, person: Person, pounds: string): Promise<void> {
  const amount = parseMoney(pounds);
  const userId = idOf(person);
  const row = { userId, type: 'adjustment', amount, description: 'Test credit', status: 'completed' } as const;
  await transact(app.deps, (tx) => post(tx, row, { change: amount, reason: 'adjustment' }));
}

/** A new account with this much credit (a decimal string in pounds). */
export async function funded(app: TestApp, pounds: string): Promise<TestActor> {
  const person = await signUp(app);
  await credit(app, person, pounds);
  return person;
}

/** Makes a number one that an account has proved to be its own, directly in the database. */
export async function proveNumber(app: TestApp, { id: userId }: { id: string }, number: string): Promise<void> {
  const now = app.clock.now();
  await app.deps.db
    .insert(provenNumbers)
    .values({ id: newId(app.clock), userId, number, expiresAt: now, provenAt: now });
}

export async function balanceOf(person: TestActor): Promise<string> {
  const response = await person.as(`/api/users/${person.id}`);
  const { credits } = await readAs(response, userSchema);
  return credits;
}
