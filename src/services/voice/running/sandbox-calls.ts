import type { Deps } from '../../deps.ts';
import { tellDueCalls } from '../../../carriers/adapters/sandbox/voice.ts';
import { signatureHeaders } from '../../../carriers/adapters/sandbox/signature.ts';
import { callbackUrl } from '../../../carriers/callback-url.ts';
import { receiveNews } from './receive-news.ts';

/** How often the simulated carriers look for what is due. */
export const SANDBOX_CALLS_MS = 250;

/** The simulated carriers' own chore: posts the news of calls that is due, signed, through the callback's door. */
export async function tellFromSandbox(deps: Deps): Promise<void> {
  await tellDueCalls(deps.sql, deps.clock.now(), async (carrier, calls) => {
    // A carrier that is not listed any more has nobody to tell.
    if (!deps.carriers.find(carrier)) return;
    const body = JSON.stringify({ calls });
    const headers = signatureHeaders(deps, carrier, body);
    await receiveNews(deps, {
      provider: carrier,
      callback: { url: `${callbackUrl({ deps }, carrier)}/voice`, headers, body },
    });
  });
}
