import { z } from 'zod';
import { blockNumber, confirmationsAt, dateOf, gain, unixTime } from './fields.ts';
import { type Ask, ChainFault, type FoundTransaction, type Reader } from './port.ts';

const output = z.object({
  scriptpubkey_address: z.string().optional(),
  value: z.number().int().nonnegative(),
});

const transaction = z.object({
  txid: z.string(),
  vin: z.array(z.object({ prevout: output.nullish() })),
  vout: z.array(output),
  status: z.object({
    confirmed: z.boolean(),
    block_height: blockNumber.nullish(),
    block_time: unixTime.nullish(),
  }),
});
type BitcoinTransaction = z.output<typeof transaction>;
type Output = z.output<typeof output>;

/** Bitcoin, by an Esplora. A transaction is whole from the moment it is seen, long before it is in a block. */
export const readBitcoin: Reader = async (ask, { hash, address }) => {
  const found = await ask({ path: `/tx/${hash}`, answer: transaction.nullable(), absent: null });
  if (!found) return { found: false };
  if (found.txid !== hash) throw new ChainFault('answered with another transaction');
  return {
    found: true,
    failed: false,
    arrived: arrivedAt(found, address),
    otherAsset: false,
    internalTransfer: false,
    ...(await placeOf(ask, found)),
  };
};

/** Change of a payment that we made ourselves is no payment to us. */
function arrivedAt({ vin, vout }: BitcoinTransaction, address: string): bigint {
  const ours = spelling(address);
  const sum = (outputs: (Output | null | undefined)[]) =>
    outputs.reduce(
      (total, each) =>
        each?.scriptpubkey_address && spelling(each.scriptpubkey_address) === ours
          ? total + BigInt(each.value)
          : total,
      0n,
    );
  return gain(sum(vout), sum(vin.map(({ prevout }) => prevout)));
}

/** Bech32 may be written in capitals, base58 has its own. */
const spelling = (address: string): string =>
  /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address;

async function placeOf(
  ask: Ask,
  { status }: BitcoinTransaction,
): Promise<Pick<FoundTransaction, 'confirmations' | 'blockTime'>> {
  if (!status.confirmed) return { confirmations: 0, blockTime: null };
  if (typeof status.block_height !== 'number')
    throw new ChainFault('answered with a block that has no height');
  const tip = await ask({ path: '/blocks/tip/height', answer: blockNumber });
  return {
    confirmations: confirmationsAt(tip, status.block_height),
    blockTime: dateOf(status.block_time),
  };
}
