import { call, codeOf, type TestActor } from '../../kit/index.ts';
import { type Endpoint, pathOf } from './requests.ts';
import type { Right } from './row.ts';
import type { World } from './world.ts';

/** The result for a caller: let in, or the code of the refusal. */
export async function fateOf(
  { app }: Pick<World, 'app'>,
  endpoint: Endpoint,
  { account, headers }: { account: TestActor; headers: Record<string, string> },
): Promise<string> {
  const { method } = endpoint;
  const response = await call(app, pathOf(endpoint, { id: account.id }), { method }, headers);
  if (response.status !== 401 && response.status !== 403) {
    // An event stream has no end to wait for.
    await response.body?.cancel();
    return 'in';
  }
  return codeOf(response);
}

/** These end the session they are called with, or all others: each call has one of its own. */
export const ENDS_SESSIONS = new Set(['logout', 'endOtherSessions']);

/** Rights that are for whoever is signed in, whatever the path. */
export const FOR_ITSELF = new Set<Right>(['the signed in', 'a browser']);
