import { handDue } from '../../carriers/adapters/sandbox/due.ts';
import { signMessage } from '../../carriers/adapters/sandbox/incoming.ts';
import type { Deps } from '../deps.ts';
import { messagesUrl } from '../../carriers/callback-url.ts';
import { receive } from './receive.ts';

/** The simulated carriers' own chore: signs due messages and posts them to the public callback. */
export async function deliverFromSandbox(deps: Deps): Promise<void> {
  await handDue(deps.sql, deps.clock.now(), 'sandbox_incoming', async (carrier, message) => {
    // A carrier that is no longer listed has no callback.
    if (!deps.carriers.find(carrier)) return;
    const { body, headers } = signMessage(deps, carrier, message);
    const callback = { url: messagesUrl({ deps }, carrier), headers, body };
    await receive({ deps }, { provider: carrier, callback });
  });
}
