import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { User } from '../../../src/callers/contract.ts';
import { queryClient } from '../../../web/lib/query-client.ts';
import { useSession } from '../../../web/state/session.ts';

/** The balance on the screen while something else about the account is on its way. */

const ada = { id: '0199a3d0-0000-7000-8000-000000000001', fullName: 'Ada', credits: '5.00' } as User;
const session = () => useSession.getState();
const actualFetch = globalThis.fetch;

beforeEach(() => session().setUser(ada));
afterEach(() => {
  globalThis.fetch = actualFetch;
  session().clear();
  queryClient.clear();
});

/** The server answers with this account, `meanwhile` after it has read it. */
function answering(user: User, meanwhile: () => void): void {
  const answer = async () => {
    meanwhile();
    return Response.json(user);
  };
  globalThis.fetch = Object.assign(answer, { preconnect: actualFetch.preconnect });
}

test('a balance that an event tells while the account is read is not replaced by an older one', async () => {
  answering({ ...ada, fullName: 'Ada Lovelace' }, () => session().updateCredits('15.00'));
  expect(await session().refresh()).toBe(true);
  expect(session().user).toMatchObject({ fullName: 'Ada Lovelace', credits: '15.00' });
});

test('without an event the balance is the one that was read', async () => {
  answering({ ...ada, credits: '7.00' }, () => {});
  await session().refresh();
  expect(session().user?.credits).toBe('7.00');
});

test('the answer to a change of the profile does not bring an older balance back', () => {
  session().updateCredits('15.00');
  session().showSaved({ ...ada, fullName: 'Ada Lovelace' });
  expect(session().user).toMatchObject({ fullName: 'Ada Lovelace', credits: '15.00' });
});
