import { signCaller } from '../../../carriers/adapters/sandbox/calls-in.ts';
import { handDue } from '../../../carriers/adapters/sandbox/due.ts';
import { callsUrl } from '../../../carriers/callback-url.ts';
import type { Deps } from '../../deps.ts';
import { receiveCall } from './receive-call.ts';

/** The simulated carriers' own chore: signs due calls and announces them at the public callback. */
export async function announceFromSandbox(deps: Deps): Promise<void> {
  await handDue(deps.sql, deps.clock.now(), 'sandbox_callers', async (carrier, caller) => {
    // A carrier that is no longer listed has no callback.
    if (!deps.carriers.find(carrier)) return;
    const { body, headers } = signCaller(deps, carrier, caller);
    const callback = { url: callsUrl({ deps }, carrier), headers, body };
    await receiveCall(deps, { provider: carrier, callback });
  });
}
