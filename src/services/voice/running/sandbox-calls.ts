import type { Deps } from '../../deps.ts';
import { tellDueCalls } from '../../../carriers/adapters/sandbox/call-news.ts';
import { signatureHeaders } from '../../../carriers/adapters/sandbox/signature.ts';
import { callbackUrl } from '../../../carriers/callback-url.ts';
import { receiveNews } from './receive-news.ts';

/** The simulated carriers' own chore: signs due news of calls and posts it to the public callback. */
export async function tellFromSandbox(deps: Deps): Promise<void> {
  await tellDueCalls(deps.sql, deps.clock.now(), async (carrier, calls) => {
    // A carrier that is no longer listed has no callback.
    if (!deps.carriers.find(carrier)) return;
    const body = JSON.stringify({ calls });
    const headers = signatureHeaders(deps, carrier, body);
    await receiveNews(deps, {
      provider: carrier,
      callback: { url: `${callbackUrl({ deps }, carrier)}/voice`, headers, body },
    });
  });
}
