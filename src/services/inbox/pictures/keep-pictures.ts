import { receivedPictures } from '../../../../db/schema/index.ts';
import type { IncomingPicture } from '../../../carriers/incoming-sms.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { storable } from '../../../platform/kit/storable.ts';
import type { ReceivedPicture } from '../contract.ts';
import { presentPicture } from './read-pictures.ts';

/** No media type is longer. */
const LONGEST_TYPE = 120;
/** A longer address is none of a picture. */
const LONGEST_ADDRESS = 2000;

/** Notes the pictures of a message that was just stored; they are fetched after that. */
export async function keepPictures(
  tx: Transaction,
  { id: messageId, userId, provider }: { id: string; userId: string; provider: string },
  pictures: readonly IncomingPicture[],
): Promise<ReceivedPicture[]> {
  if (pictures.length === 0) return [];
  const rows = pictures.map(({ address, contentType, size }) => {
    const isSound = address.length <= LONGEST_ADDRESS;
    return {
      ...{ id: newId(tx.clock), messageId, userId, provider },
      address: storable(address).slice(0, LONGEST_ADDRESS),
      contentType: contentType === null ? null : storable(contentType).slice(0, LONGEST_TYPE),
      bytes: size !== null && size >= 0 && size < 2 ** 31 ? size : null,
      status: isSound ? ('processing' as const) : ('failed' as const),
      dueAt: isSound ? tx.now : null,
    };
  });
  await tx.db.insert(receivedPictures).values(rows);
  return rows.map(presentPicture);
}
