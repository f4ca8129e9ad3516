import { smppBinds, smppDeliveries, smppMessages, smppParts } from '../../../db/schema/index.ts';
import { made } from './things.ts';
import type { Maker } from './row.ts';

/** A system id that is bound, with something on its way in each direction. */
export const smppAccount: Maker = async ({ app: { deps } }, owner) => {
  const { id: keyId } = await made(owner, '/smpp-accounts', {
    ...{ addresses: [], binds: 2, openRequests: 10, perSecond: 30, receives: true, cheaperSpelling: false },
  });
  const [at, id, of] = [deps.clock.now(), Bun.randomUUIDv7(), { keyId, userId: owner.id }];
  const words = { messageId: id, source: 'Topline', number: '+447911123456' };
  await deps.db.insert(smppBinds).values({ ...of, id, address: '192.0.2.1', receives: false, boundAt: at, seenAt: at });
  await deps.db.insert(smppMessages).values({ ...of, ...words, report: 'all', at });
  await deps.db.insert(smppParts).values({
    ...of,
    ...words,
    reference: id,
    part: 1,
    parts: 2,
    octets: 'SGk=',
    alphabet: 'gsm',
    report: null,
    at,
  });
  const body = { kind: 'message', from: words.number, to: words.number, text: 'Hello' } as const;
  await deps.db.insert(smppDeliveries).values({ ...of, id, body, dueAt: at, at });
  return {};
};
