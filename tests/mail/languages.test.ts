import { eq } from 'drizzle-orm';
import type { Email } from 'postal-mime';
import { z } from 'zod';
import { brands, users } from '../../db/schema/index.ts';
import { transact } from '../../src/platform/events/transact.ts';
import type { MailInput } from '../../src/platform/mail/contract.ts';
import { writeMail } from '../../src/platform/mail/write-mail.ts';
import { closeUndecided } from '../../src/money/payments/review/close-undecided.ts';
import { purchase, verifyAs } from '../api/payments/payments.ts';
import { call, makeAdmin, makeReseller, signUp, type TestActor } from '../kit/actors.ts';
import { appForFile, deliverMails, mailTo, makeCustomer, readAs } from '../kit/index.ts';

const app = await appForFile({ background: false, env: { MAIL_SUPPORT: 'help@topline.example' } });
const admin = await makeAdmin(app);
let count = 0;

/** Registers as a browser does, and reads the first mail. */
async function registered(
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<{ language: unknown; mail: Email }> {
  const email = `reader-${(count += 1)}@example.com`;
  const json = { email, password: 'secret words', fullName: 'Ada Lovelace', ...body };
  const response = await call(app, '/api/auth/register', { json }, headers);
  const { user } = await readAs(response, z.object({ user: z.looseObject({ language: z.unknown() }) }));
  await deliverMails(app);
  return { language: user.language, mail: await mailTo(app, email, /./) };
}

const put = (person: TestActor, json: unknown) => person.withCookie(`/api/users/${person.id}`, { method: 'PUT', json });

async function letter(person: TestActor, mail: MailInput, subject: RegExp): Promise<Email> {
  await transact(app.deps, (tx) => writeMail(tx, person.id, mail));
  await deliverMails(app);
  return mailTo(app, person.email, subject);
}

describe('at registering', () => {
  test('the language that the browser sends counts', async () => {
    const { language, mail } = await registered({ language: 'de' }, { 'accept-language': 'fr' });
    expect(language).toBe('de');
    expect(mail.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse für Topline');
    expect(mail.text).toContain('Der Link funktioniert einmal, innerhalb von 24 Stunden.');
    expect(mail.text).toContain('Fragen? help@topline.example');
    expect(mail.html).toContain('<html lang="de" dir="ltr">');
  });

  test.each([
    ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
    ['nl, pt-BR;q=0.7, en;q=0.3', 'pt'],
    ['en;q=0.2, ja;q=0.9', 'ja'],
    ['nl, *;q=0.5', null],
    ['de;q=0', null],
    [';;q=,,de;q=x', null],
  ])('else the first of "%s" that there is: %p', async (header, expected) => {
    const { language, mail } = await registered({}, { 'accept-language': header });
    expect(language).toBe(expected);
    if (expected === null) expect(mail.subject).toBe('Confirm your email address for Topline');
  });

  test('one that we do not have is refused', async () => {
    const json = { email: 'x@example.com', password: 'secret words', fullName: 'Ada', language: 'nl' };
    expect((await call(app, '/api/auth/register', { json })).status).toBe(422);
  });
});

describe('a language chosen later', () => {
  test('is what the next letter is written in, an administrator’s too', async () => {
    for (const person of [await signUp(app), await makeAdmin(app)]) {
      const response = await put(person, { language: 'fr' });
      expect((await readAs(response, z.object({ language: z.string() }))).language).toBe('fr');
      const mail = await letter(person, { kind: 'password_changed' }, /mot de passe/);
      expect(mail.subject).toBe('Votre mot de passe pour Topline a été modifié');
    }
  });

  test('is in the letter on a payment: amounts as it writes them, our own reason in its words', async () => {
    const person = await signUp(app);
    await put(person, { language: 'de' });
    const first = await purchase(person);
    expect((await verifyAs(admin, first.id)).status).toBe(200);
    await deliverMails(app);
    const verified = await mailTo(app, person.email, /bestätigt$/);
    expect(verified.subject).toBe('Zahlung über 100,00\u00a0£ bestätigt');
    expect(verified.text).toContain('Guthaben: 100,00\u00a0£');
    await purchase(person);
    app.clock.advance((app.deps.config.pendingPaymentDays + 1) * 86_400_000);
    await closeUndecided(app.deps);
    await deliverMails(app);
    const closed = await mailTo(app, person.email, /abgelehnt$/);
    const days = app.deps.config.pendingPaymentDays;
    expect(closed.text).toContain(`Grund: Sie konnte nicht innerhalb von ${days} Tagen bestätigt werden`);
  });
});

test('a letter in Arabic goes from right to left, and keeps what is copied as it is', async () => {
  const reseller = await makeReseller(app);
  await put(reseller, { language: 'ar' });
  const mail = await letter(
    reseller,
    {
      kind: 'host_missing',
      hostName: 'sms.acme.example',
      name: '_portal.sms',
      value: 'topline=abc',
      hours: 72,
    },
    /acme/,
  );
  expect(mail.html).toContain('<html lang="ar" dir="rtl">');
  expect(mail.html).toContain('>topline=abc</td>');
  expect(mail.text).toContain('القيمة: topline=abc');
});

test("a reseller's brand stays as it is, whatever the language", async () => {
  const reseller = await makeReseller(app);
  await app.deps.db.insert(brands).values({ userId: reseller.id, name: 'Acme Telecom', updatedAt: app.clock.now() });
  const customer = await makeCustomer(app, reseller);
  await app.deps.db.update(users).set({ language: 'it' }).where(eq(users.id, customer.id));
  const mail = await letter(customer, { kind: 'password_changed' }, /password/);
  expect(mail.subject).toBe('La sua password per Acme Telecom è stata modificata');
  expect(mail.from?.name).toBe('Acme Telecom tramite Topline');
  expect(mail.text).toContain('Acme Telecom utilizza Topline');
});
