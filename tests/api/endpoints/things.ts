import { smsMessage } from '../../../src/services/messaging/contract.ts';
import { expect } from 'bun:test';
import { z } from 'zod';
import { comeIn, makeApprover, makeCustomer, newNumber, send, type TestActor } from '../../kit/index.ts';
import { expectProblem, readAs, withId, readAnswer } from '../../kit/index.ts';
import { bought, freeNumber, holdAs } from '../numbers/numbers.ts';
import { buyTrunk, orderTrunk, payAs } from '../payments/orders.ts';
import { newHash, purchase, verifyAs } from '../payments/payments.ts';
import { SAMPLES } from '../uploads/uploads.ts';
import { order, passToAnswer, passToEnd, readCall } from '../voice/calls.ts';
import type { Maker } from './row.ts';
import { DECK_THINGS } from './deck-things.ts';
import { invoice } from './invoice-things.ts';
import { SENDER_THINGS } from './sender-things.ts';
import { smppAccount } from './smpp-things.ts';
import { TRANSFER_THINGS } from './transfer-things.ts';
import { TestAuthenticator } from '../../kit/authenticator.ts';
import { PUBLIC_URL, type World } from './world.ts';
import { PEOPLE_THINGS } from './people-things.ts';
import { PAPERS } from './papers-things.ts';
import { requestUpload } from '../../../src/edge/uploads/contract.ts';

/** The things that somebody can have, made as they would make them: each maker returns the name that a path uses. */

export async function made(person: TestActor, path: string, json: object): Promise<z.infer<typeof withId>> {
  return readAs(person.withCookie(`/api/users/${person.id}${path}`, { json }), withId);
}

export const apiKey: Maker = async (_, owner) => ({
  keyId: (await made(owner, '/api-keys', { name: `key ${Bun.randomUUIDv7()}`, scopes: null })).id,
});

/** Signed in a second time, elsewhere. */
export const session: Maker = async ({ app }, owner) => {
  const { email, password } = owner;
  await app.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const response = await owner.withCookie(`/api/users/${owner.id}/sessions`);
  const sessions = await readAs(response, z.looseObject({ id: z.string(), current: z.boolean() }).array());
  return { sessionId: sessions.find(({ current }) => !current)?.id ?? '' };
};

const HOME = { origin: PUBLIC_URL, hostName: new URL(PUBLIC_URL).hostname };

/** A browser's request to its authenticator, as this person. */
export async function attestation(owner: TestActor, authenticator = new TestAuthenticator(HOME)) {
  const offered = await owner.withCookie('/api/auth/passkeys/options', { json: { password: owner.password } });
  const { challenge } = await readAs(offered, z.object({ challenge: z.string() }));
  return authenticator.create(challenge);
}

export async function addPasskey(owner: TestActor): Promise<{ id: string; authenticator: TestAuthenticator }> {
  const authenticator = new TestAuthenticator(HOME);
  const response = await owner.withCookie('/api/auth/passkeys', {
    json: { name: 'Laptop', response: await attestation(owner, authenticator) },
  });
  expect(response.status).toBe(201);
  const { passkey } = await readAs(response, z.object({ passkey: withId }));
  return { id: passkey.id, authenticator };
}

export const passkey: Maker = async (_, owner) => ({ passkeyId: (await addPasskey(owner)).id });

export const customer: Maker = async ({ app }, owner) => ({ customerId: (await makeCustomer(app, owner)).id });

export const suspendedCustomer: Maker = async (world, owner) => {
  const ids = await customer(world, owner);
  const path = `/api/users/${owner.id}/customers/${ids.customerId}/suspend`;
  expect((await owner.as(path, { method: 'PUT' })).status).toBe(200);
  return ids;
};

/** A brand with a host name that nobody has proven. */
export const portal: Maker = async (_, owner) => {
  const json = { name: 'Acme Voice', hostName: `p-${owner.id}.acme.example` };
  expect((await owner.as(`/api/users/${owner.id}/brand`, { method: 'PUT', json })).status).toBe(200);
  return {};
};

export const note: Maker = async ({ admin }, owner) => {
  const json = { note: 'Calls on Mondays', tags: ['vip'] };
  expect((await admin.withCookie(`/api/admin/users/${owner.id}/notes`, { method: 'PUT', json })).status).toBe(200);
  return {};
};

/** A charge of which nothing comes back by itself. */
export const charge: Maker = async (_, owner) => {
  const { transactionId } = await orderTrunk(owner);
  expect((await payAs(owner, transactionId ?? '')).status).toBe(200);
  return { transactionId: transactionId ?? '' };
};

/** Waits to be sent: nothing sends by itself here. */
export const message: Maker = async (_, owner) => ({ messageId: (await send(owner, [newNumber()])).id });

export const inAnHour = ({ app }: World) => new Date(app.clock.now().getTime() + 3_600_000).toISOString();

export const scheduledMessage: Maker = async (world, owner) => {
  const json = { ...{ senderId: 'Topline', recipients: [newNumber()], message: 'Hello' }, sendAt: inAnHour(world) };
  const sent = await owner.as(`/api/users/${owner.id}/sms`, { json });
  return { messageId: (await readAs(sent, smsMessage)).id };
};

const setRecipients = ({ app }: World, messageId = '', status: 'failed' | 'unknown') =>
  app.deps.sql`
    update sms_recipients set status = ${status}, provider = 'sandbox', attempts = 1,
      cost = case when ${status} = 'failed' then 0 else cost end
    where message_id = ${messageId}::uuid`;

/** Never reached its recipient, and was given back. */
export const failedMessage: Maker = async (world, owner) => {
  const ids = await message(world, owner);
  await setRecipients(world, ids.messageId, 'failed');
  await world.app.deps.sql`
    update sms_messages set status = 'failed', queued_count = 0, failed_count = 1 where id = ${ids.messageId ?? ''}`;
  return ids;
};

/** It waits until an administrator has looked at it. */
export const heldMessage: Maker = async (world, owner) => {
  const ids = await message(world, owner);
  await world.app.deps.sql`
    with held as (update sms_recipients set status = 'held' where message_id = ${ids.messageId ?? ''}::uuid)
    update sms_messages set held_at = now(), held_for = 'lottery' where id = ${ids.messageId ?? ''}::uuid`;
  return { heldId: ids.messageId ?? '' };
};

/** Nobody knows whether it left. */
export const unknownRecipient: Maker = async (world, owner) => {
  const { messageId } = await message(world, owner);
  await setRecipients(world, messageId, 'unknown');
  await world.app.deps.sql`
    update sms_messages set status = 'sending', queued_count = 0, unknown_count = 1 where id = ${messageId ?? ''}`;
  const [row] = await world.app.deps.sql<{ id: string }[]>`
    select id from sms_recipients where message_id = ${messageId ?? ''}`;
  return { recipientId: row?.id ?? '' };
};

export const unknownGroup: Maker = async (world, owner) => {
  await unknownRecipient(world, owner);
  return { carrier: 'sandbox' };
};

export const template: Maker = async (_, owner) => ({
  templateId: (await made(owner, '/sms-templates', { name: 'Greeting', message: 'Hello' })).id,
});

export const hold: Maker = async (_, owner) => {
  const number = await freeNumber(owner);
  expect((await holdAs(owner, number)).status).toBe(201);
  return { number };
};

export const conversation: Maker = async ({ app }, owner) => {
  const { number } = await bought(owner);
  await comeIn(app, { from: newNumber(), to: number, text: 'Hello' });
  const [newest] = await readAs(owner.as(`/api/users/${owner.id}/conversations?limit=1`), withId.array());
  return { conversationId: newest?.id ?? '' };
};

export const receivedMessage: Maker = async (world, owner) => {
  const ids = await conversation(world, owner);
  const path = `/api/users/${owner.id}/conversations/${ids.conversationId}/messages?limit=1`;
  const [newest] = await readAs(await owner.as(path), withId.array());
  return { ...ids, messageId: newest?.id ?? '' };
};

export const picture: Maker = async ({ app }, owner) => {
  const { number } = await bought(owner);
  const pictures = [{ address: 'https://carrier.example/1', contentType: null, size: null }];
  await comeIn(app, { from: newNumber(), to: number, text: '', pictures });
  await app.deps.objects.put('a-picture', new Uint8Array([1]));
  const [row] = await app.deps.sql<{ id: string }[]>`
    update received_pictures set status = 'ready', storage_key = 'a-picture', content_type = 'image/png', due_at = null
    where user_id = ${owner.id} returning id`;
  return { pictureId: row?.id ?? '' };
};

export const number: Maker = async (_, owner) => ({ numberId: (await bought(owner)).id });

export const activeTrunk: Maker = async (_, owner) => ({ packageId: (await buyTrunk(owner)).id });

/** An address belongs to one trunk. */
let networks = 0;

export const trunkWithAddresses: Maker = async (world, owner) => {
  const trunk = await activeTrunk(world, owner);
  networks += 1;
  const path = `/api/users/${owner.id}/voice-packages/${trunk.packageId}/addresses`;
  const json = { networks: [`198.41.${networks}.0/28`] };
  expect((await owner.withCookie(path, { method: 'PUT', json })).status).toBe(200);
  return trunk;
};

/** The order is for a SIP package. */
export const unpaidOrder: Maker = async (_, owner) => ({
  transactionId: (await orderTrunk(owner)).transactionId ?? '',
});

export const payment: Maker = async (_, owner) => ({ transactionId: (await purchase(owner)).id });

/** Asked for, not paid. */
export const quote: Maker = async (_, owner) => ({
  quoteId: (await made(owner, '/quotes', { amount: '100', cryptocurrency: 'BTC' })).id,
});

/** Above the amount that takes a second administrator, with the word of the first. */
export const approvedPayment: Maker = async ({ admin }, owner) => {
  const { id } = await purchase(owner, { amount: '6000' });
  expect((await verifyAs(admin, id)).status).toBe(200);
  return { transactionId: id };
};

export const verifiedPayment: Maker = async ({ admin }, owner) => {
  const { id } = await purchase(owner, { amount: '100' });
  expect((await verifyAs(admin, id)).status).toBe(200);
  return { transactionId: id };
};

/** A part of a payment was taken back, and taking back the rest waits for a second administrator. */
export const waitingReversal: Maker = async ({ admin, app }, owner) => {
  const { id } = await purchase(owner, { amount: '6000' });
  const hash = newHash();
  const second = await makeApprover(app);
  for (const each of [admin, second]) expect((await verifyAs(each, id, hash)).status).toBe(200);
  const take = (json: object) =>
    second.withCookie(`/api/admin/payments/${id}/reversals`, { json: { reason: 'It never came', ...json } });
  expect((await take({ amount: '10.00' })).status).toBe(201);
  await expectProblem(await take({}), 'approval_needed');
  return { transactionId: id };
};

export const receipt: Maker = async ({ app }, owner) => {
  const response = await owner.as('/api/objects/upload', { method: 'PUT' });
  const { uploadURL, objectPath } = await readAnswer(response, requestUpload);
  const { pathname, search } = new URL(uploadURL, app.url);
  await app.fetch(pathname + search, { method: 'PUT', body: new Uint8Array(SAMPLES['image/png']) });
  return { objectId: objectPath.split('/').at(-1) ?? '' };
};

export const webhookBody = { name: 'Shop', url: 'https://127.0.0.1:9/hook', events: ['message-status'] };

export const webhook: Maker = async (_, owner) => ({ webhookId: (await made(owner, '/webhooks', webhookBody)).id });

/** A test event whose delivery has failed for good. */
export const delivery: Maker = async (world, owner) => {
  const { webhookId = '' } = await webhook(world, owner);
  const deliveryId = (await made(owner, `/webhooks/${webhookId}/test`, {})).id;
  await world.app.deps.sql`update webhook_deliveries set status = 'failed' where id = ${deliveryId}`;
  return { webhookId, deliveryId };
};

export const runningCall: Maker = async ({ app }, owner) => {
  const { id } = await order(owner);
  await passToAnswer(app);
  return { callId: id };
};

export const recording: Maker = async ({ app }, owner) => {
  const { id } = await order(owner, { recorded: true });
  await passToEnd(app);
  const { recordings } = await readCall(owner, id);
  return { callId: id, recordingId: recordings[0]?.id ?? '' };
};

export const logo: Maker = async (world, owner) => {
  const { objectId } = await receipt(world, owner);
  const response = await owner.as(`/api/users/${owner.id}/brand`, {
    put: { name: 'Acme Voice', logoUrl: `/api/objects/${objectId}` },
  });
  expect(response.status).toBe(200);
  const { brand } = await readAs(response, z.object({ brand: z.looseObject({ logoUrl: z.string() }) }));
  return { logoId: brand.logoUrl.split('/')[3] ?? '' };
};

/** A gateway that nobody reaches, and to which nothing goes. */
export const newCarrierAccount = () => ({
  kind: 'smpp',
  name: Bun.randomUUIDv7().slice(-12),
  isOn: false,
  settings: { SMPP_HOST: '127.0.0.1', SMPP_PORT: '9', SMPP_SYSTEM_ID: 'topline', SMPP_PASSWORD: 'secret' },
});

export const carrierAccount: Maker = async ({ admin }) => {
  const made = await admin.withCookie('/api/admin/carrier-accounts', { json: newCarrierAccount() });
  return { name: (await readAs(made, z.looseObject({ name: z.string() }))).name };
};

/** A request of another administrator. */
export const askedFor: Maker = async ({ app }, owner) => {
  const asking = await makeApprover(app);
  const json = { amount: '6000.00', reason: 'A gift' };
  await asking.withCookie(`/api/admin/users/${owner.id}/adjustments`, { json });
  const response = await asking.withCookie('/api/admin/requests');
  const requests = await readAs(response, z.looseObject({ id: z.string(), subject: z.string() }).array());
  return { requestId: requests.find(({ subject }) => subject === owner.email)?.id ?? '' };
};

const MESSAGE_THINGS = [message, failedMessage, heldMessage, unknownRecipient, unknownGroup, template];

/** One of each: a package is ordered before it is bought, and a passkey ends signing in with a password. */
export const EVERYTHING: readonly Maker[] = [
  ...DECK_THINGS,
  ...PEOPLE_THINGS,
  note,
  apiKey,
  smppAccount,
  session,
  customer,
  suspendedCustomer,
  ...MESSAGE_THINGS,
  ...SENDER_THINGS,
  hold,
  invoice,
  number,
  ...PAPERS,
  conversation,
  picture,
  unpaidOrder,
  payment,
  ...TRANSFER_THINGS,
  quote,
  approvedPayment,
  verifiedPayment,
  waitingReversal,
  askedFor,
  carrierAccount,
  receipt,
  webhook,
  delivery,
  runningCall,
  recording,
  logo,
  trunkWithAddresses,
  passkey,
];

/** A month of the books that runs at any time at which tests run, and a day of it. */
export const monthOfBooks: Maker = async () => {
  const day = new Date().toISOString().slice(0, 10);
  return { month: day.slice(0, 7), day };
};
