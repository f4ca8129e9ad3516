import { and, eq } from 'drizzle-orm';
import { auditLog, provenNumbers, users } from '../../../db/schema/index.ts';
import { eraseAccount } from '../../../src/platform/erase-account.ts';
import { post } from '../../../src/money/ledger/post.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { newId } from '../../../src/platform/kit/ids.ts';
import { quoteSms } from '../../../src/services/messaging/contract.ts';
import { parseMoney } from '../../../src/platform/kit/money.ts';
import { appForFile, makeCustomer, problemOf, readAnswer, startTestApp, type TestActor } from '../../kit/index.ts';
import { confirmAddress, deliverMails, mailTo, tokenIn } from '../../kit/mails.ts';
import { balanceOf, call, funded, makeAdmin, makeReseller, proveNumber, signUp } from '../../kit/actors.ts';
import { buyAs, freeNumber } from '../numbers/numbers.ts';
import { purchase, verifyAs } from '../payments/payments.ts';

const OWN = '+447700900111';
const OTHER = '+447700900222';
const SETTINGS = { TRIAL_CREDIT_GBP: '60.00', TRIAL_CREDIT_PER_DAY_GBP: '6000.00' };
const app = await appForFile({ background: false, env: SETTINGS, soundBooks: true });

/** At a domain that nobody else has. */
const newAddress = (): string => `ann@${Bun.randomUUIDv7()}.example`;

async function confirmed(email = newAddress()): Promise<TestActor> {
  const person = await signUp(app, { email });
  await confirmAddress(app, person);
  return person;
}

const send = (person: TestActor, recipients: string[]) =>
  person.as(`/api/users/${person.id}/sms`, { json: { senderId: 'TOPLINE', recipients, message: 'Hello' } });

const ring = (person: TestActor, destination: string, callForwarding: string | false = false) =>
  person.as(`/api/users/${person.id}/voice`, {
    json: {
      callerId: OWN,
      destination,
      recorded: false,
      ivrEnabled: false,
      pbxFeatures: { callForwarding, voicemail: false, conferenceCall: false },
    },
  });

describe('a confirmed address', () => {
  test('is given the credit, as an entry in the books that one sees', async () => {
    const person = await signUp(app, { email: newAddress() });
    expect(await balanceOf(person)).toBe('0.00');
    await confirmAddress(app, person);
    expect(await balanceOf(person)).toBe('60.00');
    expect(await (await person.as(`/api/users/${person.id}/transactions`)).json()).toMatchObject([
      { type: 'adjustment', description: 'Trial credit', balanceChange: '60.00', status: 'completed' },
    ]);
    const stats = await person.as(`/api/users/${person.id}/stats`);
    expect(await stats.json()).toMatchObject({ onTrial: true, firstSteps: { creditAdded: false } });
    const entries = await app.deps.db
      .select({ detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.subjectUserId, person.id), eq(auditLog.action, 'trial.credited')));
    expect(entries).toMatchObject([{ detail: { amount: '60.00' } }]);
  });

  test('is given it once where it is confirmed twice at the same time', async () => {
    const person = await signUp(app, { email: newAddress() });
    await deliverMails(app);
    const token = tokenIn(await mailTo(app, person.email, /^Confirm your email address/));
    const confirm = () => call(app, '/api/auth/confirm-email', { json: { token } }, { cookie: person.cookie });
    const answers = await Promise.all([confirm(), confirm(), confirm()]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balanceOf(person)).toBe('60.00');
  });

  test('is given it once under all its spellings, confirmed at the same time', async () => {
    const spellings = ['ann.once@gmail.com', 'annonce+2@gmail.com', 'Ann.Once@googlemail.com'];
    const people = [];
    for (const email of spellings) people.push(await signUp(app, { email }));
    await deliverMails(app);
    await Promise.all(people.map((person) => confirmAddress(app, person)));
    const balances = await Promise.all(people.map(balanceOf));
    expect(balances.toSorted()).toEqual(['0.00', '0.00', '60.00']);
  });

  test('is given none again after its account was erased', async () => {
    const before = await confirmed('ann@comes-back.example');
    await eraseAccount(app.deps, before.id, {});
    const after = await confirmed('ann@comes-back.example');
    expect(await balanceOf(after)).toBe('0.00');
  });

  test('is given it twice for each domain that somebody registered, confirmed at the same time', async () => {
    const people = [];
    for (const domain of ['evil.co.uk', 'a.evil.co.uk', 'b.evil.co.uk', 'c.d.evil.co.uk', 'good.co.uk']) {
      people.push(await signUp(app, { email: `ann@${domain}` }));
    }
    await Promise.all(people.map((person) => confirmAddress(app, person)));
    const balances = await Promise.all(people.map(balanceOf));
    expect(balances.slice(0, 4).toSorted()).toEqual(['0.00', '0.00', '60.00', '60.00']);
    expect(balances[4]).toBe('60.00');
  });

  test('at a known mail service is one of many who do not know each other', async () => {
    for (const name of ['one', 'two', 'three']) {
      expect(await balanceOf(await confirmed(`${name}@yahoo.co.uk`))).toBe('60.00');
    }
  });

  test('gets none for a reseller’s customer or an administrator', async () => {
    const customer = await makeCustomer(app, await makeReseller(app));
    const admin = await makeAdmin(app);
    for (const person of [customer, admin]) {
      await app.deps.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, person.id));
      await person.withCookie(`/api/users/${person.id}/confirmation`, { method: 'POST' });
      await confirmAddress(app, person);
      expect(await balanceOf(person)).toBe('0.00');
    }
  });
});

describe('an account on trial', () => {
  test.each(['credit_purchase', 'credit_transfer', 'adjustment'] as const)('is so no more after a %s', async (type) => {
    const person = await confirmed();
    const [amount, takenBack] = [parseMoney('1'), new Error('taken back')];
    const row = { userId: person.id, type, status: 'completed', amount, description: 'Paid in' } as const;
    const work = transact(app.deps, async (tx) => {
      await post(tx, row, { change: amount, reason: 'test' });
      const [user] = await tx.db.select().from(users).where(eq(users.id, person.id));
      expect(user).toMatchObject({ onTrial: false });
      // Without what belongs to it in the books it cannot stay.
      throw takenBack;
    });
    await expect(work).rejects.toBe(takenBack);
  });

  test('sends and calls its own confirmed number only', async () => {
    const person = await confirmed();
    expect(await problemOf(await send(person, [OWN, OTHER]))).toMatchObject({
      code: 'destination_closed',
      sentence: { code: 'trialOwnNumber', values: { number: OWN } },
      errors: [{ path: 'recipients.0' }, { path: 'recipients.1' }],
    });
    await proveNumber(app, person, OWN);
    expect(await problemOf(await send(person, [OWN, OTHER]))).toMatchObject({
      sentence: { values: { number: OTHER } },
    });
    expect((await send(person, [OWN])).status).toBe(201);
    expect(await problemOf(await ring(person, OTHER))).toMatchObject({ code: 'destination_closed' });
    expect(await problemOf(await ring(person, OWN, OTHER))).toMatchObject({
      code: 'destination_closed',
      errors: [{ path: 'pbxFeatures.forwardingNumber' }],
    });
    expect((await ring(person, OWN)).status).toBe(201);
  });

  test('is told before it sends or calls that a number is not its own', async () => {
    const person = await confirmed();
    await proveNumber(app, person, OWN);
    const json = { recipients: [OWN, OTHER], message: 'Hi' };
    const quote = await readAnswer(person.as(`/api/users/${person.id}/sms/quote`, { json }), quoteSms);
    expect(quote.refusals).toMatchObject([
      { number: OTHER, code: 'destination_closed', sentence: { code: 'trialOwnNumber' } },
    ]);
    const priceOf = (query: Record<string, string>) =>
      person.as(`/api/users/${person.id}/voice/quote?${new URLSearchParams(query).toString()}`);
    expect((await priceOf({ destination: OWN })).status).toBe(200);
    expect(await problemOf(await priceOf({ destination: OTHER }))).toMatchObject({
      sentence: { code: 'trialOwnNumber' },
      errors: [{ path: 'destination' }],
    });
    expect(await problemOf(await priceOf({ destination: OWN, forwardTo: OTHER }))).toMatchObject({
      errors: [{ path: 'forwardTo' }],
    });
  });

  test('pays for the code that confirms its number', async () => {
    const person = await confirmed();
    const asked = await person.as(`/api/users/${person.id}/number-proofs/message`, { json: { number: OWN } });
    expect(asked.status).toBe(201);
    expect(await balanceOf(person)).toBe('59.97');
  });

  test('does not profit from a number that somebody else, or nobody yet, has proved', async () => {
    const [person, other] = [await confirmed(), await confirmed()];
    await proveNumber(app, other, OTHER);
    await app.deps.db.insert(provenNumbers).values({
      id: newId(app.clock),
      userId: person.id,
      number: OTHER,
      sealedCode: 'nobody has it',
      expiresAt: new Date(app.clock.now().getTime() + 60_000),
    });
    expect(await problemOf(await send(person, [OTHER]))).toMatchObject({ code: 'destination_closed' });
  });

  test('buys nothing', async () => {
    const person = await confirmed();
    expect(await problemOf(await buyAs(person, await freeNumber(person)))).toMatchObject({
      code: 'insufficient_credits',
      sentence: { code: 'trialOnlySends' },
    });
    expect(await balanceOf(person)).toBe('60.00');
  });

  test('is free with its first verified payment', async () => {
    const [person, admin] = [await confirmed(), await makeAdmin(app)];
    const { id } = await purchase(person);
    expect(await problemOf(await send(person, [OTHER]))).toMatchObject({ code: 'destination_closed' });
    expect((await verifyAs(admin, id)).status).toBe(200);
    expect((await send(person, [OTHER])).status).toBe(201);
  });

  test('is free with what an administrator adds, and not with what one takes away', async () => {
    const [person, admin] = [await confirmed(), await makeAdmin(app)];
    const adjust = (amount: string) =>
      admin.as(`/api/admin/users/${person.id}/adjustments`, { json: { amount, reason: 'Goodwill' } });
    expect((await adjust('-1.00')).status).toBe(201);
    expect(await problemOf(await send(person, [OTHER]))).toMatchObject({ code: 'destination_closed' });
    expect((await adjust('1.00')).status).toBe(201);
    expect((await send(person, [OTHER])).status).toBe(201);
  });

  test('that has paid before its address is confirmed may use it freely', async () => {
    const person = await funded(app, '5.00');
    await confirmAddress(app, person);
    expect(await balanceOf(person)).toBe('65.00');
    expect((await send(person, [OTHER])).status).toBe(201);
  });
});

test('a visitor reads what is given, on our own host', async () => {
  expect(await (await call(app, '/api/brand', {})).json()).toMatchObject({ trialCredit: '60.00' });
});

test('trial credit pays for five codes in a month, so that it texts no strangers', async () => {
  await using limited = await startTestApp({ background: false, env: { ...SETTINGS, RATE_LIMITS: 'on' } });
  const person = await signUp(limited, { email: newAddress() });
  await confirmAddress(limited, person);
  const ask = (number: string) => person.as(`/api/users/${person.id}/number-proofs/message`, { json: { number } });
  for (let index = 0; index < 5; index++) {
    expect((await ask(`+44770090030${index}`)).status).toBe(201);
    limited.clock.advance(2 * 3_600_000);
  }
  expect((await ask('+447700900306')).status).toBe(429);
  expect(await balanceOf(person)).toBe('59.85');
});

test('no more is given on a day than the sum that is set, exactly that sum included', async () => {
  const env = { TRIAL_CREDIT_GBP: '1.00', TRIAL_CREDIT_PER_DAY_GBP: '2.00' };
  await using bounded = await startTestApp({ background: false, env });
  const next = async () => {
    const person = await signUp(bounded, { email: newAddress() });
    await confirmAddress(bounded, person);
    return balanceOf(person);
  };
  const promised = async () => (await call(bounded, '/api/brand', {})).json();
  expect(await next()).toBe('1.00');
  expect(await promised()).toMatchObject({ trialCredit: '1.00' });
  expect([await next(), await next()]).toEqual(['1.00', '0.00']);
  expect(await promised()).toMatchObject({ trialCredit: null });
  bounded.clock.advance(86_400_000);
  expect(await promised()).toMatchObject({ trialCredit: '1.00' });
  expect(await next()).toBe('1.00');
});

test('where no trial credit is set, none is given', async () => {
  await using without = await startTestApp({ background: false });
  const person = await signUp(without);
  await confirmAddress(without, person);
  expect(await balanceOf(person)).toBe('0.00');
  expect(await (await call(without, '/api/brand', {})).json()).toMatchObject({ trialCredit: null });
});
