import { conversationMessage, type ReceivedPicture } from '../../src/services/inbox/contract.ts';
import { createPlivo } from '../../src/carriers/adapters/plivo/plivo.ts';
import { createTelnyx } from '../../src/carriers/adapters/telnyx/telnyx.ts';
import { createTwilio } from '../../src/carriers/adapters/twilio/twilio.ts';
import { secretUrl } from '../../src/carriers/adapters/callback-signature.ts';
import { TIMEOUTS } from '../../src/carriers/adapters/http-carrier.ts';
import { MAX_PICTURE_BYTES } from '../../src/carriers/incoming-sms.ts';
import type { CarrierCallback } from '../../src/carriers/port.ts';
import { eraseAccount } from '../../src/platform/erase-account.ts';
import { removeOld } from '../../src/platform/retention.ts';
import { fetchPictures } from '../../src/services/inbox/pictures/fetch-pictures.ts';
import { openEvents, funded, makeAdmin, signUp } from '../kit/index.ts';
import { newNumber, quickSandboxes, readAs, appForFile, withId } from '../kit/index.ts';
import { bought } from '../api/numbers/numbers.ts';
import { ACCOUNT, carriersAt, hostFor, TELNYX_KEYS } from './accounts.ts';
import { signedByPlivo } from './dialect-plivo.ts';
import { signedByTelnyx, signedByTwilio } from './dialects.ts';
import { PUBLIC_URL } from './voice-dialect.ts';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

/** The carrier, and a store of files elsewhere to which it sends us. */
let answer: (request: Request) => Response;
const asked: { path: string; credential: string | null }[] = [];
const serve = () =>
  Bun.serve({
    port: 0,
    fetch: (request) => {
      const credential = request.headers.get('authorization');
      asked.push({ path: new URL(request.url).pathname, credential });
      return answer(request);
    },
  });
const [carrier, elsewhere] = [serve(), serve()];
const app = await appForFile({
  adapters: [...quickSandboxes(), createTwilio(TIMEOUTS), createTelnyx(TIMEOUTS), createPlivo(TIMEOUTS)],
  env: { ...carriersAt(carrier.url.origin), PUBLIC_URL, PICTURES_MB: '1' },
  background: false,
});
const person = await funded(app, '100.00');
let { number: to } = await bought(person);
beforeEach(() => {
  asked.length = 0;
  answer = () => new Response(PNG);
});
afterAll(() => Promise.all([carrier.stop(true), elsewhere.stop(true)]));

const url = (name: string) => `${PUBLIC_URL}/api/callbacks/${name}/messages`;

const twilio = (from: string, addresses: readonly string[]): CarrierCallback => {
  const form = new URLSearchParams({ MessageSid: `MM${crypto.randomUUID()}`, From: from, To: to, Body: '' });
  form.set('NumMedia', String(addresses.length));
  for (const [place, address] of addresses.entries()) {
    form.set(`MediaUrl${place}`, address);
    form.set(`MediaContentType${place}`, 'image/png');
  }
  return signedByTwilio(url('twilio'), form);
};

async function deliver({ url: address, headers, body }: CarrierCallback): Promise<void> {
  expect((await app.fetch(address.slice(PUBLIC_URL.length), { method: 'POST', headers, body })).status).toBe(204);
}

async function picturesFrom(from: string): Promise<ReceivedPicture[]> {
  const search = `/api/users/${person.id}/conversations?search=${encodeURIComponent(from)}`;
  const [conversation] = await readAs(person.as(search), withId.array());
  const path = `/api/users/${person.id}/conversations/${conversation?.id}/messages`;
  const [newest] = await readAs(person.as(path), conversationMessage.array());
  return newest?.pictures ?? [];
}

const host = hostFor({ PUBLIC_URL });
const telnyx = (from: string, address: string): CarrierCallback => {
  const media = [{ url: address, content_type: 'image/png', size: 11 }];
  const payload = { id: crypto.randomUUID(), from: { phone_number: from }, to: [{ phone_number: to }], media };
  const data = { event_type: 'message.received', id: crypto.randomUUID(), record_type: 'event', payload };
  return signedByTelnyx(TELNYX_KEYS.privateKey, app.clock.now(), JSON.stringify({ data }), url('telnyx'));
};
const plivo = (from: string, address: string): CarrierCallback =>
  signedByPlivo(secretUrl(app.deps, url('plivo')), {
    ...{
      From: from,
      To: to,
      Type: 'mms',
      MessageUUID: crypto.randomUUID(),
      MediaCount: '1',
      Media0: address,
    },
  });
afterAll(() => host.sql.end());

const basic = (user: string, secret: string) => `Basic ${btoa(`${user}:${secret}`)}`;

test.each<[string, (from: string, address: string) => CarrierCallback, string]>([
  ['Twilio', (from, address) => twilio(from, [address]), basic(ACCOUNT.twilio.sid, ACCOUNT.twilio.token)],
  ['Telnyx', telnyx, `Bearer ${ACCOUNT.telnyx.key}`],
  ['Plivo', plivo, basic(ACCOUNT.plivo.id, ACCOUNT.plivo.token)],
])('a picture by %s is fetched with our credential, told of and shown', async (_name, delivery, credential) => {
  const from = newNumber();
  await using events = await openEvents(app, { authorization: `Bearer ${person.key}` });
  await deliver(delivery(from, `${carrier.url.origin}/media/1`));
  const told = await events.next('message-received');
  expect(told.data).toMatchObject({ from, text: '', pictures: [{ status: 'processing' }] });
  await fetchPictures(app.deps);
  await events.next('conversation-changed');
  expect(asked).toEqual([{ path: '/media/1', credential }]);
  const [picture] = await picturesFrom(from);
  expect(picture).toMatchObject({ status: 'ready', contentType: 'image/png', size: PNG.length });
  const file = await person.as(picture?.url ?? '');
  expect(file.headers.get('content-type')).toBe('image/png');
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(PNG);
  // Nobody else sees it, an administrator neither.
  expect((await (await signUp(app)).as(picture?.url ?? '')).status).toBe(403);
  expect((await (await makeAdmin(app)).as(picture?.url ?? '')).status).toBe(403);
});

test('a letter about a message says where its pictures are', async () => {
  await app.deps.sql`update did_numbers set mail_messages = true where number = ${to}`;
  await app.deps.sql`update users set email_confirmed_at = now() where id = ${person.id}`;
  const from = newNumber();
  await deliver(twilio(from, [`${carrier.url.origin}/1`]));
  const [picture] = await picturesFrom(from);
  const [mail] = await app.deps.sql<{ text: string }[]>`
    select data ->> 'text' as text from mails where kind = 'message_received' and data ->> 'from' = ${from}`;
  expect(mail?.text).toBe(PUBLIC_URL + (picture?.url ?? ''));
  await fetchPictures(app.deps);
});

test('a redirect to a store elsewhere is followed without our credential, and no other address gets it', async () => {
  const from = newNumber();
  answer = ({ url: address }) =>
    address.startsWith(carrier.url.origin)
      ? Response.redirect(`${elsewhere.url.origin}/file`)
      : new Response('<script>alert(1)</script>', { headers: { 'content-type': 'image/png' } });
  await deliver(twilio(from, [`${carrier.url.origin}/1`, `${elsewhere.url.origin}/2`, 'file:///etc/passwd']));
  await fetchPictures(app.deps);
  expect(asked.map(({ path, credential }) => [path, credential !== null])).toEqual([
    ['/1', true],
    ['/file', false],
  ]);
  const pictures = await picturesFrom(from);
  expect(pictures.map(({ status }) => status)).toEqual(['ready', 'failed', 'failed']);
  // A file that is no picture is only saved, whatever the carrier calls it.
  const file = await person.as(pictures[0]?.url ?? '');
  expect(file.headers.get('content-type')).toBe('application/octet-stream');
  expect(file.headers.get('content-disposition')).toStartWith('attachment');
});

test('one that is too large, or not there, is given up; one that is not there yet is tried again', async () => {
  const [large, late] = [newNumber(), newNumber()];
  let sent = 0;
  const endless = new ReadableStream({
    pull: (stream) => {
      sent += 65_536;
      stream.enqueue(new Uint8Array(65_536));
    },
  });
  answer = () => new Response(endless);
  await deliver(twilio(large, [`${carrier.url.origin}/large`]));
  await fetchPictures(app.deps);
  expect((await picturesFrom(large))[0]?.status).toBe('failed');
  expect(sent).toBeLessThan(3 * MAX_PICTURE_BYTES);
  answer = () => new Response('', { status: 404 });
  await deliver(twilio(late, [`${carrier.url.origin}/late`]));
  await fetchPictures(app.deps);
  const [waiting] = await picturesFrom(late);
  expect(waiting?.status).toBe('processing');
  expect((await person.as(waiting?.url ?? '')).status).toBe(409);
  answer = () => new Response(PNG);
  app.clock.advance(3000);
  await fetchPictures(app.deps);
  expect((await picturesFrom(late))[0]?.status).toBe('ready');
  answer = () => new Response('', { status: 404 });
  const never = newNumber();
  await deliver(twilio(never, [`${carrier.url.origin}/never`]));
  for (let hours = 0; hours < 14; hours++) {
    await fetchPictures(app.deps);
    app.clock.advance(3_600_000);
  }
  expect((await picturesFrom(never))[0]?.status).toBe('failed');
});

test('an account keeps so many megabytes, and of a further picture where it is; ten of a message', async () => {
  const from = newNumber();
  answer = () => new Response(Buffer.concat([PNG, Buffer.alloc(600_000)]));
  await deliver(
    twilio(
      from,
      Array.from({ length: 12 }, (_, place) => `${carrier.url.origin}/${place}`),
    ),
  );
  await fetchPictures(app.deps);
  const pictures = await picturesFrom(from);
  expect(pictures.map(({ status }) => status)).toEqual(['ready', 'ready', ...Array(8).fill('failed')]);
  expect(asked).toHaveLength(2);
  const [row] = await app.deps.sql<{ address: string }[]>`
    select address from received_pictures where id = ${pictures[9]?.id ?? ''}`;
  expect(row?.address).toBe(`${carrier.url.origin}/9`);
});

test('pictures go with their messages: when those are too old, and with the account', async () => {
  const keys = async () => {
    const rows = await app.deps.sql<{ key: string }[]>`
      select storage_key as key from received_pictures where storage_key is not null`;
    return rows.map(({ key }) => key);
  };
  const before = await keys();
  expect(before.length).toBeGreaterThan(3);
  app.clock.advance(731 * 86_400_000);
  const other = await funded(app, '100.00');
  to = (await bought(other)).number;
  answer = () => new Response(PNG);
  await deliver(twilio(newNumber(), [`${carrier.url.origin}/new`]));
  await fetchPictures(app.deps);
  await removeOld(app.deps);
  await fetchPictures(app.deps);
  expect(await keys()).toHaveLength(1);
  for (const key of before) expect(await app.deps.objects.get(key)).toBeNull();
  const [left = ''] = await keys();
  await eraseAccount(app.deps, other.id, {});
  await fetchPictures(app.deps);
  expect(await app.deps.sql`select from received_pictures`).toHaveLength(0);
  expect(await app.deps.objects.get(left)).toBeNull();
});
