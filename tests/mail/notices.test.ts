import { and, eq } from 'drizzle-orm';
import type { Email } from 'postal-mime';
import { brands, mails, users } from '../../db/schema/index.ts';
import { notifyLowBalance } from '../../src/accounts/profile/notify-low-balance.ts';
import { user } from '../../src/callers/contract.ts';
import { transact } from '../../src/platform/events/transact.ts';
import { negate, parseMoney } from '../../src/platform/kit/money.ts';
import { post } from '../../src/money/ledger/post.ts';
import type { Mail, MailInput } from '../../src/platform/mail/contract.ts';
import { writeMail } from '../../src/platform/mail/write-mail.ts';
import { autoRenewNumbers } from '../../src/services/numbers/renewal/auto-renew.ts';
import { notifyExpiring } from '../../src/services/numbers/renewal/notify-expiring.ts';
import { DAY_MS } from '../../src/platform/kit/durations.ts';
import { bought, buyer, switchAs } from '../api/numbers/numbers.ts';
import { purchase, rejectAs, verifyAs } from '../api/payments/payments.ts';
import { credit, funded, makeAdmin, makeReseller, signUp, suspend, type TestActor } from '../kit/actors.ts';
import { appForFile, deliverMails, linkIn, mailTo, makeCustomer, readAs } from '../kit/index.ts';

const env = { PUBLIC_URL: 'https://topline.example:8443', MAIL_SUPPORT: 'help@topline.example' };
const app = await appForFile({ background: false, env });
const second = await appForFile({ beside: app, background: false });
const admin = await makeAdmin(app);

const told = (person: TestActor, kind: Mail['kind']) =>
  app.deps.db.$count(mails, and(eq(mails.userId, person.id), eq(mails.kind, kind)));

async function read(person: TestActor, subject: RegExp): Promise<Email> {
  await deliverMails(app);
  return mailTo(app, person.email, subject);
}

/** Takes credit through the ledger, as a charge would. */
async function spend({ id: userId }: TestActor, pounds: string): Promise<void> {
  const amount = parseMoney(pounds);
  const row = { userId, type: 'adjustment', amount, description: 'Test charge', status: 'completed' } as const;
  await transact(app.deps, (tx) => post(tx, row, { change: negate(amount), reason: 'adjustment' }));
}

describe('a payment', () => {
  test('that is verified is told once, with the amount and the balance', async () => {
    const person = await signUp(app);
    const { id } = await purchase(person);
    const answers = await Promise.all(Array.from({ length: 5 }, () => verifyAs(admin, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const mail = await read(person, /^Payment of £100\.00 verified$/);
    expect(mail.text).toContain('the credit was added to your balance');
    expect(mail.text).toMatch(/Amount: £100\.00\nBalance: £100\.00/);
    expect(mail.text).not.toContain('Received');
    expect(await told(person, 'payment_verified')).toBe(1);
  });

  test('is told with both amounts where another one arrived', async () => {
    const person = await signUp(app);
    const { id } = await purchase(person);
    expect((await verifyAs(admin, id, undefined, { amountReceived: '80.00' })).status).toBe(200);
    const mail = await read(person, /^Payment of £80\.00 verified$/);
    expect(mail.text).toMatch(/Amount: £100\.00\nReceived: £80\.00\nBalance: £80\.00/);
  });

  test('that is rejected is told with the reason, which is text and nothing else', async () => {
    const person = await signUp(app);
    const { id } = await purchase(person);
    expect((await rejectAs(admin, id, 'No "such" <b>hash</b> & nothing paid')).status).toBe(200);
    const mail = await read(person, /^Payment of £100\.00 rejected$/);
    expect(mail.text).toContain('Reason: No "such" <b>hash</b> & nothing paid');
    expect(mail.html).toContain('No &quot;such&quot; &lt;b&gt;hash&lt;/b&gt; &amp; nothing paid');
    expect(await told(person, 'payment_verified')).toBe(0);
  });
});

describe('numbers about to expire', () => {
  test('are told in one mail, at the moment of the notice, once', async () => {
    const person = await buyer(app);
    const [first, other] = [await bought(person), await bought(person)];
    await switchAs(person, other.id, true);
    app.clock.moveTo(new Date(Date.parse(first.expiresAt) - 8 * DAY_MS));
    await notifyExpiring(app.deps);
    expect(await told(person, 'numbers_expiring')).toBe(0);
    app.clock.moveTo(new Date(Date.parse(other.expiresAt) - 6 * DAY_MS));
    await Promise.all([app, second, app].map(({ deps }) => notifyExpiring(deps)));
    expect(await told(person, 'numbers_expiring')).toBe(1);
    const mail = await read(person, /expire/);
    expect(mail.text).toContain(`${first.number}: `);
    expect(mail.text).toContain('does not renew automatically');
    expect(mail.text).toContain('renews automatically the day before');
    app.clock.advance(DAY_MS);
    await notifyExpiring(app.deps);
    expect(await told(person, 'numbers_expiring')).toBe(1);
  });

  test('tell their owner once if one could not renew itself', async () => {
    const person = await funded(app, '60.00');
    const { id, number, expiresAt } = await bought(person);
    await switchAs(person, id, true);
    app.clock.moveTo(new Date(Date.parse(expiresAt) - DAY_MS / 2));
    await autoRenewNumbers(app.deps);
    await autoRenewNumbers(app.deps);
    const mail = await read(person, /expires soon$/);
    expect(mail.subject).toContain(number);
    expect(mail.text).toContain('your balance is too low');
    expect(await told(person, 'numbers_expiring')).toBe(1);
  });
});

describe('a balance below its level', () => {
  // With the key: sessions end in the time that passes here.
  const setLevel = (person: TestActor, level: unknown) =>
    person.as(`/api/users/${person.id}/low-balance-level`, { put: { level } });
  const look = () => Promise.all([app, second, app, second].map(({ deps }) => notifyLowBalance(deps)));

  async function withLevel(pounds: string, level: string): Promise<TestActor> {
    const person = await funded(app, pounds);
    expect((await setLevel(person, level)).status).toBe(200);
    return person;
  }

  test('is told once for each time it falls below, however many processes look', async () => {
    const person = await withLevel('100.00', '50');
    await look();
    expect(await told(person, 'low_balance')).toBe(0);
    await spend(person, '50.00');
    await look();
    expect(await told(person, 'low_balance')).toBe(0);
    await spend(person, '0.01');
    await look();
    await look();
    expect(await told(person, 'low_balance')).toBe(1);
    const mail = await read(person, /^Your balance is below £50\.00$/);
    expect(mail.text).toContain('Balance: £49.99');
    expect(linkIn(mail).pathname).toBe('/billing');

    await spend(person, '10.00');
    app.clock.advance(30 * DAY_MS);
    await look();
    expect(await told(person, 'low_balance')).toBe(1);
    await credit(app, person, '10.01');
    await look();
    await spend(person, '5.00');
    await look();
    expect(await told(person, 'low_balance')).toBe(2);
  });

  test('is told where charges come at the same moment', async () => {
    const person = await withLevel('100.00', '50.00');
    const charges = Array.from({ length: 60 }, () => spend(person, '1.00'));
    const looks = Array.from({ length: 5 }, look);
    await Promise.all([...charges, ...looks]);
    await look();
    expect(await told(person, 'low_balance')).toBe(1);
    const account = await readAs(person.as(`/api/users/${person.id}`), user);
    expect(account).toMatchObject({ credits: '40.00', lowBalanceLevel: '50.00' });
  });

  test('is told once whatever level is set while it stays below', async () => {
    const person = await withLevel('10.00', '50.00');
    await look();
    expect(await told(person, 'low_balance')).toBe(1);
    await setLevel(person, '60.00');
    await setLevel(person, null);
    await look();
    await setLevel(person, '70.00');
    await look();
    expect(await told(person, 'low_balance')).toBe(1);
    await setLevel(person, '5.00');
    await look();
    await setLevel(person, '20.00');
    await look();
    expect(await told(person, 'low_balance')).toBe(2);
  });

  test('is not told to those who set none, or are suspended', async () => {
    const person = await withLevel('10.00', '50.00');
    await setLevel(person, null);
    const shut = await withLevel('10.00', '50.00');
    await suspend(app, shut);
    await look();
    expect(await told(person, 'low_balance')).toBe(0);
    expect(await told(shut, 'low_balance')).toBe(0);
  });

  test('takes an amount of pounds', async () => {
    const person = await signUp(app);
    for (const level of ['0', '-1', '1.005', 'much', '1e3', 123_456_789_012, undefined]) {
      expect((await setLevel(person, level)).status).toBe(422);
    }
    expect(await readAs(setLevel(person, '20'), user)).toMatchObject({ id: person.id, lowBalanceLevel: '20.00' });
  });

  test('is in no index, so that a charge writes to no index', async () => {
    const indexes = await app.deps.sql<{ indexdef: string }[]>`
      select indexdef from pg_indexes where tablename = 'users'`;
    const named = indexes.map(({ indexdef }) => indexdef);
    expect(named.filter((index) => index.includes('low_balance_level'))).toHaveLength(1);
    expect(named.filter((index) => /credits|told_at/.test(index))).toEqual([]);
  });
});

describe('the letterhead', () => {
  const LOW: Mail = { kind: 'low_balance', level: '50.00', balance: '12.34' };
  const write = (person: TestActor, mail: MailInput = LOW) =>
    transact(app.deps, (tx) => writeMail(tx, person.id, mail));

  async function branded(brand: Partial<typeof brands.$inferInsert>): Promise<TestActor> {
    const reseller = await makeReseller(app);
    const set = { name: 'Acme Telecom', supportEmail: 'care@acme.example', updatedAt: app.clock.now(), ...brand };
    await app.deps.db.insert(brands).values({ userId: reseller.id, ...set });
    return makeCustomer(app, reseller);
  }

  test('is the reseller’s for the reseller’s customers, and ours for everybody else', async () => {
    const customer = await branded({ hostName: 'portal.acme.example', hostProvenAt: app.clock.now() });
    await write(customer);
    const mail = await read(customer, /^Your balance/);
    expect(mail.from).toEqual({ name: 'Acme Telecom', address: 'no-reply@topline.example' });
    expect(mail.replyTo).toMatchObject([{ address: 'care@acme.example' }]);
    expect(linkIn(mail).origin).toBe('https://portal.acme.example:8443');
    expect(`${mail.text}${mail.html}`).not.toMatch(/topline/i);

    const person = await signUp(app);
    await write(person);
    const own = await read(person, /^Your balance/);
    expect(own.from?.name).toBe('Topline');
    expect(own.text).toContain('Questions? help@topline.example');
    expect(linkIn(own).origin).toBe('https://topline.example:8443');
  });

  test('leads to our host for a reseller without one, and names no address of ours for questions', async () => {
    const customer = await branded({ supportEmail: null });
    await write(customer);
    const mail = await read(customer, /^Your balance/);
    expect(linkIn(mail).origin).toBe('https://topline.example:8443');
    expect(mail.replyTo).toBeUndefined();
    expect(mail.text).not.toContain('Questions?');
  });

  test('names the operator whose service the brand runs on', async () => {
    const [customer, person] = [await branded({ supportEmail: null }), await signUp(app)];
    for (const each of [customer, person]) await write(each, { kind: 'password_changed' });
    const mail = await read(customer, /password .* was changed/);
    expect(mail.from?.name).toBe('Acme Telecom via Topline');
    const sentence = 'Acme Telecom runs on Topline (topline.example:8443), which hosts your account';
    for (const text of [mail.text, mail.html]) expect(text).toContain(sentence);
    const own = await read(person, /password .* was changed/);
    expect(own.from?.name).toBe('Topline');
    expect(own.text).not.toContain('runs on');
  });

  test('with hostile names adds no header, no recipient, no link and no element', async () => {
    const name =
      'Acme"\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script> <a href="https://evil.example">x</a>';
    const customer = await branded({ name, supportEmail: 'a@b.example\r\nBcc: victim@example.com' });
    await app.deps.db
      .update(users)
      .set({ fullName: 'Eve\r\nBcc: victim@example.com', emailConfirmedAt: app.clock.now() })
      .where(eq(users.id, customer.id));
    await write(customer);
    const mail = await read(customer, /^Your balance/);
    const names = mail.headers.map(({ key }) => key).sort();
    expect(names).toEqual([
      ...['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version'],
      ...['reply-to', 'subject', 'to'],
    ]);
    expect(mail.to).toHaveLength(1);
    expect(mail.bcc).toBeUndefined();
    expect(mail.from?.address).toBe('no-reply@topline.example');
    expect(mail.html).not.toContain('<script');
    expect(mail.html?.match(/<a /g)).toHaveLength(1);
    expect(mail.html).toContain('&lt;a href=&quot;https://evil.example&quot;&gt;');
    expect(mail.text).toStartWith('Hello,\n');
  });

  test('greets by name whose address is confirmed, and whose name is one', async () => {
    const person = await signUp(app, { fullName: "Zoë O'Neill-Smith" });
    await app.deps.db.update(users).set({ emailConfirmedAt: app.clock.now() }).where(eq(users.id, person.id));
    await write(person);
    expect((await read(person, /^Your balance/)).text).toStartWith("Hello Zoë O'Neill-Smith,\n");
  });
});
