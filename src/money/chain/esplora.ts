import { z } from 'zod';
import { blockNumber, confirmationsAt, dateOf, gain, unixTime } from './fields.ts';
import { type Ask, ChainFault, type FoundTransaction, type Reader } from './port.ts';

const output = z.object({ scriptpubkey_address: z.string().optional(), value: z.number().int().nonnegative() });

export const transaction = z.object({
  txid: z.string(),
  vin: z.array(z.object({ prevout: output.nullish() })),
  vout: z.array(output),
  status: z.object({ confirmed: z.boolean(), block_height: blockNumber.nullish(), block_time: unixTime.nullish() }),
});
type BitcoinTransaction = z.output<typeof transaction>;
type BitcoinOutput = z.output<typeof output>;

/**
 * Bitcoin, through an Esplora server. A transaction is complete as soon as it is seen, long before it is in a block.
 */
export const readBitcoin: Reader = async (ask, { hash, address }) => {
  const found = await ask({ path: `/tx/${hash}`, answer: transaction.nullable(), absent: null });
  if (!found) return { found: false };
  if (found.txid !== hash) throw new ChainFault('answered with another transaction');
  return {
    found: true,
    failed: false,
    ...arrivedAt(found, address),
    senders: sendersOf(found),
    otherAsset: false,
    internalTransfer: false,
    ...(await placeOf(ask, found)),
  };
};

/** Lists the addresses whose outputs it spends. */
const sendersOf = ({ vin }: BitcoinTransaction): string[] => [
  ...new Set(vin.flatMap(({ prevout }) => prevout?.scriptpubkey_address ?? [])),
];

/** The change output of a payment that we made ourselves is not a payment to us. */
function arrivedAt({ vin, vout }: BitcoinTransaction, address: string): Pick<FoundTransaction, 'arrived' | 'outputs'> {
  const ours = spelling(address);
  const valueOf = (each: BitcoinOutput | null | undefined) =>
    each?.scriptpubkey_address && spelling(each.scriptpubkey_address) === ours ? BigInt(each.value) : 0n;
  const given = vin.reduce((total, { prevout }) => total + valueOf(prevout), 0n);
  const outputs = vout.map((each, index) => ({ index, amount: valueOf(each) })).filter(({ amount }) => amount > 0n);
  const received = outputs.reduce((total, { amount }) => total + amount, 0n);
  return { arrived: gain(received, given), outputs: given === 0n ? outputs : [] };
}

/** Bech32 may be written in capitals; base58 distinguishes upper and lower case. */
const spelling = (address: string): string => (/^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address);

async function placeOf(
  ask: Ask,
  { status }: BitcoinTransaction,
): Promise<Pick<FoundTransaction, 'confirmations' | 'blockTime'>> {
  if (!status.confirmed) return { confirmations: 0, blockTime: null };
  if (typeof status.block_height !== 'number') throw new ChainFault('answered with a block that has no height');
  const tip = await ask({ path: '/blocks/tip/height', answer: blockNumber });
  return { confirmations: confirmationsAt(tip, status.block_height), blockTime: dateOf(status.block_time) };
}
