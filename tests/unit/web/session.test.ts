import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { type User, getSession } from '../../../src/callers/contract.ts';
import { endSessionWithServer } from '../../../web/app/session-end.ts';
import { ApiError, call } from '../../../web/lib/call.ts';
import { queryClient } from '../../../web/lib/query-client.ts';
import { useSession } from '../../../web/state/session.ts';
import { useToasts } from '../../../web/ui/toast-store.ts';
import { ADA } from './ada.ts';

/** The balance on the screen while another answer about the account is on its way. */

const ada: User = { ...ADA, fullName: 'Ada', apiKey: 'tl_live_abcd' };
const session = () => useSession.getState();
const actualFetch = globalThis.fetch;

beforeEach(() => session().setUser(ada));
afterEach(() => {
  globalThis.fetch = actualFetch;
  session().clear();
  queryClient.clear();
  localStorage.clear();
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

test('an account that is read while the screen is drawn anew, as in another language, is no error', async () => {
  const told = spyOn(console, 'error').mockImplementation(() => {});
  answering(ada, () => queryClient.clear());
  await session().refresh();
  expect(told).not.toHaveBeenCalled();
  told.mockRestore();
});

test('the answer to a change of the profile does not bring an older balance back', () => {
  session().updateCredits('15.00');
  session().showSaved({ ...ada, fullName: 'Ada Lovelace' });
  expect(session().user).toMatchObject({ fullName: 'Ada Lovelace', credits: '15.00' });
});

const LEFT = {
  'signed out in another tab': JSON.stringify({ state: { user: null, isAuthenticated: false }, version: 0 }),
  'the data of the page removed': null,
};

test.each(Object.entries(LEFT))('%s: no late answer or event signs in again', async (_, left) => {
  const leave = () => {
    if (left === null) localStorage.removeItem('auth-storage');
    else localStorage.setItem('auth-storage', left);
  };
  const late: (() => unknown)[] = [
    () => session().updateCredits('15.00'),
    () => session().showSaved({ ...ada, fullName: 'Ada Lovelace' }),
    () => session().refresh(),
  ];
  for (const change of late) {
    session().setUser(ada);
    expect(localStorage.getItem('auth-storage')).toContain(ada.id);
    leave();
    answering(ada, () => {});
    await change();
    expect(localStorage.getItem('auth-storage') ?? '').not.toContain(ada.id);
    expect(session().isAuthenticated).toBe(false);
    queryClient.clear();
  }
});

test('somebody else who signed in in another tab is not replaced by a late answer', async () => {
  const grace = { ...ada, id: '0199a3d0-0000-7000-8000-000000000002', fullName: 'Grace' };
  answering(ada, () => {
    localStorage.setItem('auth-storage', JSON.stringify({ state: { user: grace, isAuthenticated: true }, version: 0 }));
  });
  await session().refresh();
  expect(session().user?.id).toBe(grace.id);
  expect(localStorage.getItem('auth-storage')).not.toContain(ada.id);
});

test('a customer who logs out is not told that the session has ended, whatever else the server answers meanwhile', async () => {
  const stop = endSessionWithServer();
  useToasts.setState({ current: null });
  let late: unknown;
  const answer = async (path: string | URL | Request) => {
    if (path !== '/api/auth/logout') {
      const headers = { 'content-type': 'application/problem+json' };
      return Response.json({ code: 'not_signed_in' }, { status: 401, headers });
    }
    late = await call(getSession).catch((error: unknown) => error);
    return new Response(null, { status: 204 });
  };
  globalThis.fetch = Object.assign(answer, { preconnect: actualFetch.preconnect });
  await session().logout();
  stop();
  expect(late).toBeInstanceOf(ApiError);
  expect(useToasts.getState().current).toBeNull();
  expect(session().isAuthenticated).toBe(false);
});
