import { z } from 'zod';
import { ChainFault, type WalletReader } from './port.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** The most that an endpoint lists at once. */
const PAGE = 200;
const MOST_PAGES = 20;
/** A block is final after about a minute; what is newer than this is listed again. */
const WINDOW_MS = 10 * MINUTE_MS;
const FIRST_MS = 60 * MINUTE_MS;

const milliseconds = z.number().int().min(0).max(253_402_300_799_999);
const listed = z.object({
  data: z.array(
    z.object({
      transaction_id: z
        .string()
        .regex(/^[\da-f]{64}$/i)
        .transform((hash) => hash.toLowerCase()),
      block_timestamp: milliseconds,
    }),
  ),
  meta: z.object({ fingerprint: z.string().optional() }).optional(),
});
const position = z.object({ time: milliseconds });

/**
 * The transfers of a token to a TRON address, oldest first, as TronGrid and others list them
 * (developers.tron.network/docs/get-trc20-transaction-history). A bare node does not have this list.
 */
export const listTron: WalletReader = async (ask, { address, contract }, { position: from, now }) => {
  const before = position.safeParse(from).data;
  const since = before ? before.time - WINDOW_MS : now.getTime() - FIRST_MS;
  const hashes = new Set<string>();
  let newest = before?.time ?? since;
  let fingerprint: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answered = await ask({
      path: `/v1/accounts/${address}/transactions/trc20`,
      query: {
        only_to: 'true',
        limit: String(PAGE),
        order_by: 'block_timestamp,asc',
        min_timestamp: String(Math.max(0, since)),
        ...(contract === null ? {} : { contract_address: contract }),
        ...(fingerprint === undefined ? {} : { fingerprint }),
      },
      answer: listed,
    });
    for (const each of answered.data) {
      hashes.add(each.transaction_id);
      newest = Math.max(newest, each.block_timestamp);
    }
    fingerprint = answered.meta?.fingerprint;
    if (fingerprint === undefined || answered.data.length === 0) {
      const seen = [...hashes].map((hash) => ({ hash, address }));
      return { seen, position: { time: newest }, isComplete: true, height: null };
    }
  }
  throw new ChainFault('has more new transactions than one look reads');
};
