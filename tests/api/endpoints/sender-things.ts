import { expect } from 'bun:test';
import { bought } from '../numbers/numbers.ts';
import type { Maker } from './row.ts';
import { createVerification, listVerifications } from '../../../src/services/verifications/contract.ts';
import type { World } from './world.ts';
import { newNumber, readAnswer, readAs, sentCodes, type TestActor, withId } from '../../kit/index.ts';

export const senderName: Maker = async (_, owner) => {
  const json = { name: 'Florist', purpose: 'News' };
  return { nameId: (await readAs(owner.as(`/api/users/${owner.id}/sender-names`, { json }), withId)).id };
};

export const sentCode: Maker = async ({ app }, owner) => {
  const json = { number: newNumber() };
  expect((await owner.as(`/api/users/${owner.id}/number-proofs/message`, { json })).status).toBe(201);
  const [newest] = await sentCodes(app.deps, owner);
  return { ...newest };
};

export const numberProof: Maker = async (world, owner) => {
  const { proofId = '' } = await sentCode(world, owner);
  return { proofId };
};

export const optOut: Maker = async (_, owner) => {
  const json = { number: newNumber() };
  const { id } = await readAs(owner.as(`/api/users/${owner.id}/opt-outs`, { json }), withId);
  const texts = { stop: 'Goodbye', start: null, help: null };
  await owner.as(`/api/users/${owner.id}/opt-out-texts`, { method: 'PUT', json: texts });
  return { optOutId: id };
};

export const contact: Maker = async (_, owner) => {
  const json = { number: newNumber(), name: 'Grace', fields: { town: 'Leeds' }, lists: ['News'] };
  const response = await owner.as(`/api/users/${owner.id}/contacts`, { json });
  return { contactId: (await readAs(response, withId)).id };
};

/** It begins in a century. */
export const campaign: Maker = async (world, owner) => {
  await contact(world, owner);
  const json = { name: 'Spring', senderId: 'Topline', texts: ['Hello'], startAt: '2100-01-01T10:00:00Z' };
  const response = await owner.as(`/api/users/${owner.id}/campaigns`, { json });
  return { campaignId: (await readAs(response, withId)).id };
};

export const shortLink: Maker = async (world, owner) => {
  const { campaignId = '' } = await campaign(world, owner);
  const code = crypto.randomUUID().slice(0, 10);
  await world.app.deps.sql`
    insert into short_links (code, user_id, campaign_id, message_id, number, url, created_at)
    values (${code}, ${owner.id}, ${campaignId}, ${campaignId}, ${newNumber()}, 'https://shop.example', now())`;
  await world.app.deps.sql`
    insert into campaign_slices (message_id, campaign_id, country, variant, after, until, contacts)
    values (gen_random_uuid(), ${campaignId}, 'GB', 0, ${campaignId}, ${campaignId}, 1)`;
  return { campaignId, code };
};

const created = async (owner: TestActor) =>
  readAnswer(owner.as(`/api/users/${owner.id}/verifications`, { json: { to: newNumber() } }), createVerification);

export const verification: Maker = async (_, owner) => ({ verificationId: (await created(owner)).id });

/** The same, some time ago. */
export const verificationToSendAgain: Maker = async ({ app }, owner) => {
  const { id } = await created(owner);
  await app.deps.sql`update verifications set last_sent_at = last_sent_at - interval '1 minute' where id = ${id}`;
  return { verificationId: id };
};

/** The code that the newest one asks for. */
export const codeOf = async (_: World, owner: TestActor) => {
  const list = await readAnswer(owner.as(`/api/users/${owner.id}/verifications?limit=1`), listVerifications);
  return { code: list[0]?.code ?? '0' };
};

const answeringNumber: Maker = async (_, owner) => {
  const { id: numberId } = await bought(owner);
  const json = { rules: [{ match: 'any', kind: 'reply', text: 'Thank you' }], office: null, answersPerDay: null };
  const path = `/api/users/${owner.id}/did-numbers/${numberId}/answers`;
  expect((await owner.withCookie(path, { method: 'PUT', json })).status).toBe(200);
  return { numberId };
};
export const SENDER_THINGS: readonly Maker[] = [answeringNumber, senderName, sentCode, shortLink, optOut, verification];
