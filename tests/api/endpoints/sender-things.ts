import { expect } from 'bun:test';
import { newNumber } from '../../kit/messages.ts';
import type { Maker } from './row.ts';
import { readAs, withId } from '../../kit/read.ts';

/** Names and numbers that somebody sends from: as `things.ts`. */

export const senderName: Maker = async (_, owner) => {
  const json = { name: 'Florist', purpose: 'News' };
  const response = await owner.as(`/api/users/${owner.id}/sender-names`, { json });
  expect(response.status).toBe(201);
  return { nameId: (await readAs(response, withId)).id };
};

/** A code is on its way to a number. */
export const sentCode: Maker = async ({ app }, owner) => {
  const json = { number: newNumber() };
  const response = await owner.as(`/api/users/${owner.id}/number-proofs/message`, { json });
  expect(response.status).toBe(201);
  const { id } = await readAs(response, withId);
  const [row] = await app.deps.sql<{ proofId: string; number: string; code: string }[]>`
    select id as "proofId", number, code from proven_numbers where message_id = ${id}`;
  return { ...row };
};

export const numberProof: Maker = async (world, owner) => {
  const { proofId = '' } = await sentCode(world, owner);
  return { proofId };
};

/** A number that wants no messages, and what is answered to it. */
export const optOut: Maker = async (_, owner) => {
  const json = { number: newNumber() };
  const response = await owner.as(`/api/users/${owner.id}/opt-outs`, { json });
  const { id } = await readAs(response, withId);
  const texts = { stop: 'Goodbye', start: null, help: null };
  await owner.as(`/api/users/${owner.id}/opt-out-texts`, { method: 'PUT', json: texts });
  return { optOutId: id };
};

export const SENDER_THINGS: readonly Maker[] = [senderName, sentCode, optOut];
