import { z } from 'zod';
import { blockNumber } from './fields.ts';
import { type Ask, ChainFault, type WalletReader } from './port.ts';

/** The newest blocks whose transactions are listed again. */
const WINDOW = 6;
/** A page has 25 transactions in blocks; nobody receives more of them than this between two looks. */
const MOST_PAGES = 100;

const position = z.object({ height: blockNumber });

const listed = z.array(
  z.object({
    txid: z.string().regex(/^[\da-f]{64}$/),
    status: z.object({ confirmed: z.boolean(), block_height: blockNumber.nullish() }),
  }),
);
type Listed = z.output<typeof listed>;

/**
 * The transactions of a Bitcoin address, through an Esplora server (github.com/Blockstream/esplora, `API.md`): the
 * first page has the newest 50 that wait and the newest 25 in blocks, and each further page 25 older ones.
 */
export const listBitcoin: WalletReader = async (ask, { address, isNew }, { position: from }) => {
  const before = position.safeParse(from).data;
  const tip = await ask({ path: '/blocks/tip/height', answer: blockNumber });
  if (before && tip < before.height - WINDOW) throw new ChainFault('is behind');
  const height = Math.max(tip, before?.height ?? 0);
  const until = before || !isNew ? (before?.height ?? tip) - WINDOW : -1;
  const found = await pagesOf(ask, address, until);
  const seen = found.map(({ txid }) => ({ hash: txid, address }));
  return { seen, position: { height }, isComplete: true, height };
};

/** Oldest first; everything that is in no block, or in one above `until`. */
async function pagesOf(ask: Ask, address: string, until: number): Promise<Listed> {
  const found: Listed[] = [];
  let path = `/address/${address}/txs`;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answered = await ask({ path, answer: listed });
    const isNew = ({ status }: Listed[number]) => !status.confirmed || (status.block_height ?? until + 1) > until;
    found.push(answered.filter(isNew));
    const oldest = answered.findLast(({ status }) => status.confirmed);
    if (!oldest || !isNew(oldest)) return found.flat().toReversed();
    path = `/address/${address}/txs/chain/${oldest.txid}`;
  }
  throw new ChainFault('has more new transactions than one look reads');
}
