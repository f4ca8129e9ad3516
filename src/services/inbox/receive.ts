import type { CarrierCallback } from '../../carriers/port.ts';
import type { IncomingSms } from '../../carriers/incoming-sms.ts';
import { takeOnce, takingOf } from '../../carriers/take-once.ts';
import { transact } from '../../platform/events/transact.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import { store } from './store.ts';

/**
 * Takes a message that a carrier delivers: checks that it is genuine, and stores it with its event. The same
 * delivery again is answered as the first and changes nothing.
 * @throws not_found (no such carrier, or none that delivers so), bad_signature, malformed_request
 */
export async function receive(
  { deps }: { deps: Deps },
  { provider, callback }: { provider: string; callback: CarrierCallback },
): Promise<void> {
  const { incomingSms } = deps.carriers.get(provider);
  if (!incomingSms) throw notFound('Provider');
  const { news, seal } = await incomingSms.parse(callback);
  if (news.length === 0) return;
  await transact(deps, async (tx) => {
    if (!(await takeOnce(tx, takingOf(provider, 'incoming', seal)))) return;
    for (const message of news) await store({ tx, deps }, { provider, message });
  });
}

/** Takes the messages of carriers that have a connection of their own for them, as long as it stands. */
export function listenForMessages(deps: Deps): void {
  for (const carrier of deps.carriers.list) {
    carrier.onMessages?.(async (messages: IncomingSms[]) => {
      await transact(deps, async (tx) => {
        for (const message of messages) await store({ tx, deps }, { provider: carrier.name, message });
      });
    });
  }
}
