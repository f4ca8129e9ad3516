import type { Deps } from './deps.ts';
import { sendDueReports, signReports } from './adapters/sandbox/sandbox.ts';
import { callbackUrl } from './callback-url.ts';
import { receiveCallback } from './receipts.ts';

/** The simulated carriers' own chore: signs due reports and posts them to the public callback. */
export async function reportFromSandbox(deps: Deps): Promise<void> {
  await sendDueReports(deps.sql, deps.clock.now(), async (carrier, reports) => {
    // A carrier that is no longer listed has no callback.
    if (!deps.carriers.find(carrier)) return;
    const { body, headers } = signReports(deps, carrier, reports);
    await receiveCallback(deps, { name: carrier, callback: { url: callbackUrl({ deps }, carrier), headers, body } });
  });
}
