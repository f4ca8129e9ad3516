import { z } from 'zod';
import { eraseClosed } from '../../../src/accounts/closing/erase-closed.ts';
import { fetchRecordings } from '../../../src/services/voice/recordings/fetch-recordings.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import {
  balanceOf,
  call,
  credit,
  funded,
  makeAdmin,
  makeReseller,
  signIn,
  signUp,
  suspend,
  type TestActor,
} from '../../kit/actors.ts';
import { appForFile, enableTotp, eventually, openEvents, quickSandboxes, readAs } from '../../kit/index.ts';
import { mailTo, tokenIn, makePair, transfer, codeOf, expectProblem } from '../../kit/index.ts';
import { comeIn, newNumber, send, untilStatus } from '../../kit/messages.ts';
import { bought } from '../numbers/numbers.ts';
import { requested } from '../numbers/port-kit.ts';
import { orderTrunk } from '../payments/orders.ts';
import { purchase, rejectAs } from '../payments/payments.ts';
import { uploadReceipt, uploadSound } from '../uploads/uploads.ts';
import { order, readCall } from '../voice/calls.ts';

const app = await appForFile({ adapters: quickSandboxes(), env: { WEBHOOKS_TO_LOOPBACK: 'on' }, soundBooks: true });

const close = (person: TestActor, givesUp = '0.00', email = person.email) =>
  person.withCookie('/api/auth/closing', { json: { email, givesUp } });
const undo = (token: string) => call(app, '/api/auth/undo-closing', { json: { token } });
const login = ({ email, password }: TestActor) => call(app, '/api/auth/login', { json: { email, password } });
const isErased = async ({ id }: TestActor) => {
  const [row] = await app.deps.sql<{ erased: boolean }[]>`
    select erased_at is not null as erased from account_closings where user_id = ${id}`;
  return row?.erased;
};
const auditOf = async ({ id }: TestActor) =>
  (
    await app.deps.sql<{ action: string }[]>`
      select action from audit_log where subject_user_id = ${id} order by id`
  ).map(({ action }) => action);

async function eraseAfterDays(days: number): Promise<void> {
  app.clock.advance(days * DAY_MS);
  await eraseClosed(app.deps);
}

describe('closing', () => {
  test('asks who it is, once the sign-in is older than ten minutes', async () => {
    const person = await signUp(app);
    app.clock.advance(11 * 60_000);
    expect(await codeOf(await close(person))).toBe('step_up_required');
    const json = { password: person.password };
    expect((await person.withCookie('/api/auth/step-up', { json })).status).toBe(204);
    expect((await close(person)).status).toBe(200);
  });

  test('is refused to a key, to the suspended, and for another address than the own', async () => {
    const [person, other] = [await signUp(app), await signUp(app)];
    const json = { email: person.email, givesUp: '0.00' };
    await expectProblem(await person.as('/api/auth/closing', { json }), 'forbidden');
    await expectProblem(await close(person, '0.00', other.email), 'validation_failed');
    await suspend(app, person);
    await expectProblem(await close(person), 'account_suspended');
  });

  test('says what is left, and gives up that sum and no other', async () => {
    const person = await funded(app, '12.50');
    const shown = await person.withCookie('/api/auth/closing');
    expect(await shown.json()).toEqual({ balance: '12.50', obstacles: [], numbers: 0, undoDays: 7 });
    await expectProblem(await close(person, '0.00'), 'not_allowed_now');
    expect((await close(person, '12.50')).status).toBe(200);
  });

  test('ends sessions, keys, factors and webhooks at once, and tells the owner', async () => {
    const person = await signUp(app);
    const json = { name: 'Shop', url: 'https://127.0.0.1:9/hook', events: ['message-status'] };
    expect((await person.as(`/api/users/${person.id}/webhooks`, { json })).status).toBe(201);
    await enableTotp(app, person);
    expect((await person.withCookie('/api/auth/step-up', { json: { password: 'x' } })).status).toBe(422);
    expect((await close(person)).status).toBe(200);
    expect((await person.withCookie('/api/auth/session')).status).toBe(401);
    expect((await person.as(`/api/users/${person.id}`)).status).toBe(401);
    expect(await codeOf(await login(person))).toBe('account_suspended');
    const [left] = await app.deps.sql`
      select (select count(*)::int from webhooks where user_id = ${person.id}) as webhooks,
        (select count(*)::int from totp_secrets where user_id = ${person.id}) as apps,
        (select count(*)::int from recovery_codes where user_id = ${person.id}) as codes,
        (select count(*)::int from known_devices where user_id = ${person.id}) as devices`;
    expect(left).toEqual({ webhooks: 0, apps: 0, codes: 0, devices: 0 });
    await mailTo(app, person.email, /was closed$/);
    expect(await auditOf(person)).toContain('account.closed');
  });

  test('nobody but its owner opens it again', async () => {
    const { reseller, customer } = await makePair(app);
    const admin = await makeAdmin(app);
    await using stream = await openEvents(app, { cookie: reseller.cookie });
    expect((await close(customer)).status).toBe(200);
    expect((await stream.next('customers-changed')).data).toMatchObject({ customerId: customer.id });
    const path = `/api/users/${reseller.id}/customers/${customer.id}/activate`;
    await expectProblem(await reseller.as(path, { method: 'PUT' }), 'not_allowed_now');
    const activate = `/api/admin/users/${customer.id}/activate`;
    await expectProblem(await admin.withCookie(activate, { method: 'PUT' }), 'not_allowed_now');
  });
});

/** The losing carrier has been told a day. */
async function portBegins(person: TestActor): Promise<void> {
  const { id } = await requested(person);
  const json = { status: 'in_progress', portsOn: '2030-01-01', words: '' };
  const admin = await makeAdmin(app);
  expect((await admin.withCookie(`/api/admin/number-ports/${id}`, { method: 'PUT', json })).status).toBe(200);
}

describe('the obstacles to closing an account', () => {
  const OPEN: [string, (person: TestActor) => Promise<unknown>][] = [
    ['payments', (person) => purchase(person)],
    ['orders', (person) => orderTrunk(person, 'basic')],
    ['customers', (person) => makeReseller(app, person).then(() => makeCustomerOf(person))],
    ['messages', (person) => scheduled(person)],
    ['ports', (person) => requested(person)],
    ['ports', (person) => portBegins(person)],
    ['owed', (person) => app.deps.sql`update users set owed = 5 where id = ${person.id}`],
  ];

  test.each(OPEN)('%s', async (kind, make) => {
    const person = await funded(app, '10.00');
    await make(person);
    const shown = await readAs(
      person.withCookie('/api/auth/closing'),
      z.looseObject({ obstacles: z.looseObject({ kind: z.string(), count: z.number() }).array() }),
    );
    expect(shown.obstacles).toEqual([{ kind, count: 1 }]);
    await expectProblem(await close(person, await balanceOf(person)), 'not_allowed_now');
    expect((await person.withCookie('/api/auth/session')).status).toBe(200);
    await app.deps.sql`update users set owed = 0 where id = ${person.id}`;
  });

  test('a request to bring numbers, until its owner withdraws it', async () => {
    const person = await signUp(app);
    await portBegins(person);
    expect(await codeOf(await close(person))).toBe('not_allowed_now');
    const [port] = await app.deps.sql<{ id: string }[]>`select id from number_ports where user_id = ${person.id}`;
    const path = `/api/users/${person.id}/number-ports/${port?.id}/withdraw`;
    expect((await person.as(path, { method: 'POST' })).status).toBe(200);
    expect((await close(person)).status).toBe(200);
  });

  test('being the last administrator, if two close at once', async () => {
    const [one, other] = [await makeAdmin(app), await makeAdmin(app)];
    await app.deps.sql`update users set role = 'user'
      where role = 'admin' and id not in (${one.id}, ${other.id})`;
    const codes = await Promise.all([one, other].map(async (admin) => (await close(admin)).status));
    expect(codes.toSorted()).toEqual([200, 409]);
  });
});

describe('undoing it', () => {
  test('gives the account back with all that it had, and a password to choose', async () => {
    const person = await funded(app, '7.00');
    await close(person, '7.00');
    const token = tokenIn(await mailTo(app, person.email, /was closed$/));
    app.clock.advance(6 * DAY_MS);
    await eraseClosed(app.deps);
    const { resetToken } = await readAs(undo(token), z.object({ resetToken: z.string() }));
    expect(await codeOf(await login(person))).toBe('invalid_credentials');
    const json = { token: resetToken, password: 'another horse' };
    expect((await call(app, '/api/auth/password-reset/confirm', { json })).status).toBe(204);
    const back = { ...person, password: 'another horse', cookie: '' };
    const cookie = await signIn(app, back);
    const read = await call(app, `/api/users/${person.id}`, {}, { cookie });
    expect(await read.json()).toMatchObject({ email: person.email, status: 'active', credits: '7.00' });
    await expectProblem(await undo(token), 'invalid_link');
  });

  test('does not help against an administrator who suspended it meanwhile, nor after a week', async () => {
    const [person, late, admin] = [await signUp(app), await signUp(app), await makeAdmin(app)];
    await close(person);
    await close(late);
    const path = `/api/admin/users/${person.id}/suspend`;
    expect((await admin.withCookie(path, { method: 'PUT' })).status).toBe(200);
    expect((await undo(tokenIn(await mailTo(app, person.email, /was closed$/)))).status).toBe(200);
    const [row] = await app.deps.sql`select status from users where id = ${person.id}`;
    expect(row).toEqual({ status: 'suspended' });
    const token = tokenIn(await mailTo(app, late.email, /was closed$/));
    app.clock.advance(7 * DAY_MS);
    await expectProblem(await undo(token), 'invalid_link');
  });
});

describe('a week later', () => {
  test('nothing anywhere says who it was; the books stay, and the address is free', async () => {
    const { person, traces } = await somebodyWithEverything();
    const balance = await balanceOf(person);
    expect((await close(person, balance)).status).toBe(200);
    await mailTo(app, person.email, /was closed$/);
    await eraseAfterDays(7);
    expect(await isErased(person)).toBe(true);
    await fetchRecordings(app.deps);
    expect(await tablesThatSay(traces)).toEqual([]);
    const [left] = await app.deps.sql`
      select credits::text, (select count(*)::int from objects where owner_id = ${person.id}) as uploads,
        (select sum(amount)::text from ledger_entries where user_id = ${person.id}) as entries
      from users where id = ${person.id}`;
    expect(left).toEqual({ credits: '0.00', uploads: 0, entries: '0.00' });
    expect(await auditOf(person)).toContain('account.erased');
    expect((await signUp(app, { email: person.email })).id).not.toBe(person.id);
  }, 20_000);

  test("words that were typed go too, also those that look like the ledger's own", async () => {
    const [person, admin] = [await signUp(app), await makeAdmin(app)];
    const description = 'Payment reversed: Credit to Balthazar Okapi (0)';
    const paid = await purchase(person, { description });
    expect(paid).toMatchObject({ description, wording: null });
    expect((await rejectAs(admin, paid.id)).status).toBe(200);
    expect((await close(person)).status).toBe(200);
    await eraseAfterDays(7);
    expect(await tablesThatSay(['okapi'])).toEqual([]);
    const [left] = await readAs(
      admin.as(`/api/users/${person.id}/transactions`),
      z.looseObject({ description: z.string() }).array(),
    );
    expect(left?.description).toBe('Credit purchase');
  });

  test('it waits while something is open that came at the moment of closing', async () => {
    const person = await signUp(app);
    await close(person);
    await app.deps.sql`update users set owed = 5 where id = ${person.id}`;
    await eraseAfterDays(8);
    expect(await isErased(person)).toBe(false);
    await app.deps.sql`update users set owed = 0 where id = ${person.id}`;
    await eraseClosed(app.deps);
    expect(await isErased(person)).toBe(true);
  });
});

async function makeCustomerOf(reseller: TestActor): Promise<void> {
  const json = { email: `of-${Bun.randomUUIDv7()}@example.com`, fullName: 'Grace Hopper' };
  expect((await reseller.as(`/api/users/${reseller.id}/customers`, { json })).status).toBe(201);
}

async function scheduled(person: TestActor): Promise<void> {
  const sendAt = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
  const json = { senderId: 'Topline', recipients: [newNumber()], message: 'Later', sendAt };
  expect((await person.as(`/api/users/${person.id}/sms`, { json })).status).toBe(201);
}

/** A reseller's customer who has done everything that stores words, and the words that must be erased. */
async function somebodyWithEverything(): Promise<{ person: TestActor; traces: string[] }> {
  const { reseller, customer: person } = await makePair(app);
  await credit(app, reseller, '100.00');
  expect((await transfer(reseller, person, '50.00')).status).toBe(201);
  const own = `/api/users/${person.id}`;
  const [phone, company, name] = ['+447700900987', 'Quagga & Sons', 'Zebulon Quagga'];
  const profile = { fullName: name, phone, company };
  await person.as(own, { method: 'PUT', json: profile });
  const [to, from, secondTo] = [newNumber(), '+447700900654', newNumber()];
  const sent = await send(person, [to, secondTo], 'The quagga is at the gate');
  await untilStatus(person, sent.id, 'delivered');
  await person.as(`${own}/sms-templates`, { json: { name: 'Gate', message: 'Is the quagga there?' } });
  const { id: numberId, number } = await bought(person);
  const line = `${own}/did-numbers/${numberId}`;
  const greets = { kind: 'voicemail', greeting: 'The quagga is out', recording: await uploadSound(person) };
  const answerPlan = { timeZone: 'UTC', steps: [{ kind: 'forward', number: phone }, greets] };
  expect((await person.as(line, { method: 'PUT', json: { name: 'Quagga line', answerPlan } })).status).toBe(200);
  const rules = [{ match: 'word', keyword: 'QUAGGA', kind: 'reply', text: 'It is a quagga' }];
  expect(
    (await person.as(`${line}/answers`, { method: 'PUT', json: { rules, office: null, answersPerDay: null } })).status,
  ).toBe(200);
  await comeIn(app, { from, to: number, text: 'Quagga here' });
  const called = await order(person, { recorded: true });
  await eventually('a call with its recording', async () => {
    const { status, recordings } = await readCall(person, called.id);
    return status === 'completed' && recordings[0]?.status === 'ready';
  });
  await uploadReceipt(person);
  await person.withCookie(`${own}/api-keys`, { json: { name: 'Quagga till', scopes: ['read'] } });
  const json = { name: 'Quagga hook', url: 'https://127.0.0.1:9/quagga', events: ['message-status'] };
  await person.as(`${own}/webhooks`, { json });
  await call(app, '/api/auth/login', { json: { email: person.email, password: 'a wrong horse' } });
  await signIn(app, person);
  const words = ['quagga', 'zebulon', person.email, phone.slice(1), from.slice(1), to.slice(1)];
  return { person, traces: [...words, secondTo.slice(1), called.destination.slice(1)] };
}

/**
 * The simulated carriers' own data stays, as with real ones; the outbox of events and the counts of attempts
 * are removed within a day anyway; a bought number is the operator's.
 */
const NOT_OURS = /^(sandbox_|events$|throttles$|idempotency_keys$)/;

/** Every table of ours that contains one of these words. */
async function tablesThatSay(words: readonly string[]): Promise<string[]> {
  const { sql } = app.deps;
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by 1`;
  const saying = tables
    .filter(({ name }) => !NOT_OURS.test(name))
    .map(
      ({ name }) => `select '${name}: ' || word as place from unnest($1::text[]) word
      where exists (select from "${name}" t where t::text ilike '%' || word || '%')`,
    );
  const found = await sql.unsafe<{ place: string }[]>(saying.join(' union all '), [[...words]]);
  return found.map(({ place }) => place);
}
