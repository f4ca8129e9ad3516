import { brands } from '../../../db/schema/index.ts';
import type { BodyInputOf } from '../../../src/platform/kit/endpoint.ts';
import { conversationMessage, listConversations } from '../../../src/services/inbox/contract.ts';
import { MAX_MEDIA_BYTES, MEDIA_DAYS, quoteSms, resendSms, sendSms } from '../../../src/services/messaging/contract.ts';
import { getSms, listSmsRecipients } from '../../../src/services/messaging/history-contract.ts';
import { erasersOf } from '../../../src/accounts/closing/erase-closed.ts';
import { eraseAccount } from '../../../src/platform/erase-account.ts';
import { expireUnusedUploads } from '../../../src/edge/uploads/expire-unused.ts';
import { removeOld } from '../../../src/platform/retention.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { balanceOf, credit, funded, makeAdmin, type TestActor } from '../../kit/actors.ts';
import { appForFile, makeDeck, makePair, sellBy } from '../../kit/index.ts';
import { eventually, expectProblem, readAnswer, readAs, comeIn, newNumber, untilStatus } from '../../kit/index.ts';
import { proveHost } from '../../kit/brands.ts';
import { setAs } from '../admin/settings.ts';
import { bought } from '../numbers/numbers.ts';
import { SAMPLES, storedFiles, uploadReceipt } from '../uploads/uploads.ts';

const [AMERICAN, CANADIAN, BRITISH] = ['+12025550123', '+14165550123', '+447911123456'];
const app = await appForFile({ soundBooks: true });
const [admin, person] = [await makeAdmin(app), await funded(app, '100.00')];
let media: string;
beforeAll(async () => {
  media = await picture(person);
});
afterEach(async () => {
  await app.deps.sql`delete from settings`;
  for (const table of ['rate_uses', 'rate_rows', 'rate_imports', 'rate_decks'])
    await app.deps.sql`delete from ${app.deps.sql(table)}`;
});

const picture = (owner: TestActor, file: Uint8Array = new Uint8Array(SAMPLES['image/png'])) =>
  uploadReceipt(owner, file);
type Sent = Partial<BodyInputOf<typeof sendSms>>;
const post = (from: TestActor, more: Sent = {}) =>
  from.as(`/api/users/${from.id}/sms`, {
    json: { senderId: 'Topline', recipients: [AMERICAN, BRITISH], message: 'Look', media, ...more },
  });
const sendTo = (recipients: string[], more: Sent = {}, from = person) =>
  readAnswer(post(from, { recipients, ...more }), sendSms);
const quote = (recipients: string[], from = person, of = media) =>
  readAnswer(
    from.as(`/api/users/${from.id}/sms/quote`, {
      json: { senderId: 'Topline', recipients, message: 'Look', media: of },
    }),
    quoteSms,
  );
const recipientsOf = (id: string, from = person) =>
  readAnswer(from.as(`/api/users/${from.id}/sms/${id}/recipients`), listSmsRecipients);
const linkIn = (text: string | null | undefined): string => {
  const [, path] = /\n\S+?(\/api\/p\/[\w-]{16})$/.exec(text ?? '') ?? [];
  if (!path) throw new Error(`no link in ${text}`);
  return path;
};

test('a quote says who gets the picture and who a link, with the price of both, which is charged at once', async () => {
  const quoted = await quote([AMERICAN, CANADIAN, BRITISH]);
  expect(quoted.media).toEqual({
    mms: { recipients: 2, cost: '0.2400', numbers: [AMERICAN, CANADIAN] },
    link: { recipients: 1, cost: '0.0300', numbers: [BRITISH] },
  });
  expect(quoted.total).toBe('0.2700');
  const before = Number(await balanceOf(person));
  const sent = await sendTo([AMERICAN, CANADIAN, BRITISH], { price: quoted.total });
  expect(sent).toMatchObject({ cost: '0.2700', media, parts: 1, message: 'Look' });
  expect(Number(await balanceOf(person))).toBeCloseTo(before - 0.27, 4);

  expect((await untilStatus(person, sent.id, 'delivered')).media).toBe(media);
  const rows = new Map((await recipientsOf(sent.id)).map((row) => [row.number, row]));
  expect(rows.get(AMERICAN)).toMatchObject({ mms: true, text: 'Look', cost: '0.1200' });
  expect(rows.get(BRITISH)).toMatchObject({ mms: false, cost: '0.0300' });
  const seen = await app.fetch(linkIn(rows.get(BRITISH)?.text));
  expect(seen.headers.get('content-type')).toBe('image/png');
  expect(new Uint8Array(await seen.arrayBuffer())).toEqual(new Uint8Array(SAMPLES['image/png']));
});

test('a text with fields keeps each recipient’s own words before the link', async () => {
  const fields = [{ name: 'Ada' }, { name: 'Bo' }];
  const { id } = await sendTo([AMERICAN, BRITISH], { message: 'Hi {name}', fields });
  const texts = (await recipientsOf(id)).map(({ number, text }) => [number, text?.split('\n')[0]]);
  expect(texts).toContainEqual([AMERICAN, 'Hi Ada']);
  expect(texts).toContainEqual([BRITISH, 'Hi Bo']);
});

test('without a price for pictures, or a carrier that may have them, everybody gets a link', async () => {
  expect((await setAs(admin, 'mms_price', '0.00')).status).toBe(200);
  expect((await quote([AMERICAN])).media).toMatchObject({ mms: { recipients: 0 }, link: { recipients: 1 } });
  await app.deps.sql`delete from settings`;
  for (const about of ['sandbox', 'sandbox-backup'])
    expect((await setAs(admin, 'carrier_destinations', '44', { about })).status).toBe(200);
  await expectProblem(await post(person, { recipients: [AMERICAN] }), 'destination_not_sold');
  await setAs(admin, 'carrier_destinations', '1416', { about: 'sandbox' });
  expect((await quote([CANADIAN])).media).toMatchObject({ mms: { recipients: 1 } });
  const { id } = await sendTo([CANADIAN]);
  await untilStatus(person, id, 'delivered');
  const [row] = await app.deps.sql<{ provider: string }[]>`
    select provider from sms_recipients where message_id = ${id}`;
  expect(row?.provider).toBe('sandbox');
});

test('the customer of a reseller sends links under the reseller’s host name, once it is proven', async () => {
  const { reseller, customer } = await makePair(app);
  await credit(app, customer, '1.00');
  const hostName = 'portal.acme.test';
  await app.deps.db
    .insert(brands)
    .values({ userId: reseller.id, name: 'Acme', hostName, hostToken: 'a', updatedAt: app.clock.now() });
  const its = await picture(customer);
  const textOf = async () => {
    const { id } = await sendTo([BRITISH], { media: its }, customer);
    return (await recipientsOf(id, customer))[0]?.text ?? '';
  };
  expect(await textOf()).toContain(`\n${app.deps.config.publicUrl}/api/p/`);
  await proveHost(app, reseller);
  expect(await textOf()).toContain(`\nhttps://${hostName}/api/p/`);
});

describe('by price lists', () => {
  const list = (rate: string, fee: string, more = {}) =>
    makeDeck(
      app,
      'sms',
      [
        { prefix: '1', rate, fee },
        { prefix: '44', rate },
      ],
      more,
    );

  test('the price of a picture is the list’s, for a reseller and a customer too', async () => {
    await sellBy(app, 'sms', await list('0.0200', '0.3000'), { resellerPercent: 50 });
    expect((await quote([AMERICAN, BRITISH])).total).toBe('0.3200');
    const { reseller, customer } = await makePair(app);
    const of = await picture(reseller);
    expect((await quote([AMERICAN], reseller, of)).total).toBe('0.1500');
    await credit(app, customer, '5.00');
    const its = await picture(customer);
    const { id, cost } = await sendTo([AMERICAN], { media: its }, customer);
    expect(cost).toBe('0.3000');
    const [row] = await app.deps.sql<{ margin: string }[]>`
      select margin::text from sms_recipients where message_id = ${id}`;
    expect(row?.margin).toBe('0.1500');
  });

  test('a carrier that asks more for a picture than we earn gets none, and what it asks is the cost', async () => {
    await list('0.0010', '0.5000', { carrier: 'sandbox' });
    await list('0.0010', '0.0400', { carrier: 'sandbox-backup' });
    const { id } = await sendTo([AMERICAN]);
    await untilStatus(person, id, 'delivered');
    const [row] = await app.deps.sql<{ provider: string; cost: string }[]>`
      select provider, route_cost::text as cost from sms_recipients where message_id = ${id}`;
    expect(row).toEqual({ provider: 'sandbox-backup', cost: '0.0400' });
  });
});

test.each<[string, () => Promise<Sent>, string]>([
  ['of somebody else', async () => ({ media: await picture(await funded(app, '1.00')) }), 'media'],
  ['that is no picture', async () => ({ media: await picture(person, Buffer.from('%PDF-1.7 ')) }), 'media'],
  [
    'that is too large',
    async () => ({
      media: await picture(person, Buffer.concat([Buffer.from(SAMPLES['image/png']), Buffer.alloc(MAX_MEDIA_BYTES)])),
    }),
    'media',
  ],
  ['elsewhere', async () => ({ media: 'https://example.com/a.png' }), 'media'],
  ['with a text that leaves no room for the link', async () => ({ message: 'x'.repeat(1590) }), 'message'],
])('a file %s is refused before the charge', async (_, made, path) => {
  const before = await balanceOf(person);
  const problem = await expectProblem(await post(person, await made()), 'validation_failed');
  expect(problem.errors?.[0]?.path).toBe(path);
  expect(await balanceOf(person)).toBe(before);
});

test('a failed message is sent again with the picture, and with a new link', async () => {
  const first = await sendTo([newNumber('0000')]);
  await untilStatus(person, first.id, 'failed');
  const [before] = await recipientsOf(first.id);
  const again = await readAnswer(
    person.as(`/api/users/${person.id}/sms/${first.id}/resend`, { method: 'POST' }),
    resendSms,
  );
  expect(again.media).toBe(media);
  const [after] = await recipientsOf(again.id);
  expect(after?.text?.split('\n')).toHaveLength(2);
  expect(linkIn(after?.text)).not.toBe(linkIn(before?.text));
});

test('a reply has its picture in the conversation', async () => {
  const { number } = await bought(person);
  await comeIn(app, { from: AMERICAN, to: number, text: 'Show me' });
  const path = `/api/users/${person.id}/conversations`;
  const [conversation] = await readAnswer(person.as(path), listConversations);
  const messages = `${path}/${conversation?.id}/messages`;
  expect((await person.as(messages, { json: { message: 'Here', media } })).status).toBe(201);
  const [newest] = await readAs(person.as(messages), conversationMessage.array());
  expect(newest).toMatchObject({ incoming: false, text: 'Here' });
  expect(newest?.pictures).toMatchObject([{ url: media, status: 'ready', contentType: 'image/png' }]);
});

test('its address ends after its time, and its file goes with the texts or the account', async () => {
  const owner = await funded(app, '1.00');
  const own = await picture(owner);
  const { id } = await sendTo([BRITISH], { media: own }, owner);
  await untilStatus(owner, id, 'delivered');
  const link = linkIn((await recipientsOf(id, owner))[0]?.text);
  const files = async () => (await storedFiles(app)).filter((name) => name.startsWith(own.slice(-36)));
  app.clock.advance(MEDIA_DAYS * DAY_MS - 60_000);
  await expireUnusedUploads(app.deps);
  expect((await app.fetch(link)).status).toBe(200);
  app.clock.advance(120_000);
  await expectProblem(await app.fetch(link), 'not_found');
  await expectProblem(await app.fetch('/api/p/AAAAAAAAAAAAAAAA'), 'not_found');

  const gone = await funded(app, '1.00');
  const its = await picture(gone);
  await sendTo([BRITISH], { media: its }, gone);
  await eraseAccount(app.deps, gone.id, erasersOf(app.deps));
  expect((await storedFiles(app)).some((name) => name.startsWith(its.slice(-36)))).toBe(false);

  expect(await files()).toHaveLength(1);
  const config = { ...app.deps.config, messageTextsKeptDays: 1 };
  await removeOld({ ...app.deps, config }, 'sms_messages');
  await expireUnusedUploads(app.deps);
  // The server's own chore, due after so long, may be deleting it at this moment.
  await eventually('no file', async () => (await files()).length === 0);
  expect((await readAnswer(owner.as(`/api/users/${owner.id}/sms/${id}`), getSms)).media).toBeNull();
});
