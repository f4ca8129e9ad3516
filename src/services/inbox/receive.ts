import type { CarrierCallback } from '../../carriers/port.ts';
import type { IncomingSms } from '../../carriers/incoming-sms.ts';
import { takeOnce, takingOf } from '../../carriers/take-once.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import { storing } from './add-to-conversation.ts';
import { store } from './store.ts';

/**
 * Takes a message that a carrier delivers: checks that it is genuine, and stores it with its event. A repeated
 * delivery gets the same answer as the first and changes nothing.
 * @throws not_found (no such carrier, or it does not deliver this way), bad_signature, malformed_request
 */
export async function receive(
  { deps }: { deps: Deps },
  { provider, callback }: { provider: string; callback: CarrierCallback },
): Promise<void> {
  const { incomingSms } = deps.carriers.get(provider);
  if (!incomingSms) throw notFound('Provider');
  const { news, seal } = await incomingSms.parse(callback);
  if (news.length === 0) return;
  await storing(deps, async (tx) => {
    if (!(await takeOnce(tx, takingOf(provider, 'incoming', seal)))) return;
    for (const message of news) await store({ tx, deps }, { provider, message });
  });
}

/** Takes messages from carriers that deliver over their own connection, as long as the connection is open. */
export function listenForMessages(deps: Deps): void {
  for (const carrier of deps.carriers.list) {
    carrier.onMessages?.(async (messages: IncomingSms[]) => {
      await storing(deps, async (tx) => {
        for (const message of messages) await store({ tx, deps }, { provider: carrier.name, message });
      });
    });
  }
}
