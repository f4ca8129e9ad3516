import { expect } from 'bun:test';
import { signCaller } from '../../../src/carriers/adapters/sandbox/calls-in.ts';
import { provisionNumbers } from '../../../src/services/numbers/provisioning/provision.ts';
import { newNumber } from '../../kit/messages.ts';
import { bought } from '../numbers/numbers.ts';
import type { Maker } from './row.ts';

export const blockedCaller: Maker = async (_, owner) => {
  const number = newNumber();
  expect((await owner.withCookie(`/api/users/${owner.id}/blocked-callers`, { json: { number } })).status).toBe(200);
  return { number };
};

const receivedCall: Maker = async ({ app }, owner) => {
  const { number: to } = await bought(owner);
  await provisionNumbers(app.deps);
  const { body, headers } = signCaller(app.deps, 'sandbox', { id: Bun.randomUUIDv7(), from: newNumber(), to });
  expect((await app.fetch('/api/callbacks/sandbox/calls', { method: 'POST', body, headers })).status).toBe(200);
  return {};
};

export const CALLS_IN: readonly Maker[] = [blockedCaller, receivedCall];
