import type { CarrierCallback } from '../../carriers/port.ts';
import { forgetTaking, takingOf } from '../../carriers/take-once.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import { storing } from './add-to-conversations.ts';
import type { Delivery } from './delivery.ts';
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
  await storeWithOthers(deps, { provider, taking: takingOf(provider, 'incoming', seal), messages: news });
}

/** Takes messages from carriers that deliver over their own connection, as long as the connection is open. */
export function listenForMessages(deps: Deps): void {
  deps.carriers.each((carrier) => {
    carrier.onMessages?.(async (messages, seal) => {
      const taking = takingOf(carrier.name, 'incoming', seal);
      await storeWithOthers(deps, { provider: carrier.name, taking, messages });
      return () => forgetTaking(deps, taking);
    });
  });
}

/**
 * Stores a delivery in one transaction with others that come at the same time; it resolves after the commit, so that a
 * carrier repeats what was not stored. Deliveries from one sender to one number keep their order.
 */
async function storeWithOthers(deps: Deps, delivery: Delivery): Promise<void> {
  const [first] = delivery.messages;
  if (!first) return;
  await deps.deliveries.add(delivery, `${first.to} ${first.from}`, (group) =>
    storing(deps, (tx) => store({ tx, deps }, group)),
  );
}
