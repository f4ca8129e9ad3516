import { z } from 'zod';
import { ethereumHex, quantity } from './fields.ts';
import { callRpc } from './json-rpc.ts';
import type { Ask } from './port.ts';
import type { TraceForm } from './settings.ts';

/** Ether that a contract has paid; hexadecimal digits in lower case, the addresses without 0x. */
export interface InnerPayment {
  hash: string;
  from: string;
  to: string;
  value: bigint;
}

/** The calls of a whole block are more than its transactions. */
const MOST_BYTES = 128 * 1024 * 1024;

const hash = z
  .string()
  .regex(/^0x[\da-f]{64}$/i)
  .transform((text) => text.toLowerCase());

/** A call, or the end of a contract, which pays all it holds. A block's reward has no transaction. */
const flatTrace = z.object({
  type: z.string(),
  action: z.object({
    callType: z.string().optional(),
    from: ethereumHex.optional(),
    to: ethereumHex.optional(),
    value: quantity.optional(),
    address: ethereumHex.optional(),
    refundAddress: ethereumHex.nullish(),
    balance: quantity.optional(),
  }),
  error: z.string().nullish(),
  traceAddress: z.array(z.number().int()),
  transactionHash: hash.nullish(),
});
type FlatTrace = z.output<typeof flatTrace>;

interface Call {
  type: string;
  from: string;
  to?: string | undefined;
  value?: bigint | undefined;
  error?: string | undefined;
  calls?: Call[] | undefined;
}
const call: z.ZodType<Call> = z.lazy(() =>
  z.object({
    type: z.string(),
    from: ethereumHex,
    to: ethereumHex.optional(),
    value: quantity.optional(),
    error: z.string().optional(),
    calls: z.array(call).optional(),
  }),
);
const TRACER = { tracer: 'callTracer' };

/** The payments inside the transactions of a block. @throws {ChainFault} */
export async function innerPaymentsOfBlock(ask: Ask, form: TraceForm, number: string): Promise<InnerPayment[]> {
  if (form === 'trace') {
    return flat(await callRpc(traced(ask), 'trace_block', [number], z.array(flatTrace)));
  }
  const traces = z.array(z.object({ txHash: hash, result: call }));
  const found = await callRpc(traced(ask), 'debug_traceBlockByNumber', [number, TRACER], traces);
  return found.flatMap(({ txHash, result }) => nested(txHash, result));
}

/** The payments inside one transaction. @throws {ChainFault} */
export async function innerPaymentsOf(ask: Ask, form: TraceForm, ofHash: string): Promise<InnerPayment[]> {
  return form === 'trace'
    ? flat(await callRpc(traced(ask), 'trace_transaction', [ofHash], z.array(flatTrace)))
    : nested(ofHash, await callRpc(traced(ask), 'debug_traceTransaction', [ofHash, TRACER], call));
}

const traced =
  (ask: Ask): Ask =>
  (question) =>
    ask({ ...question, mostBytes: MOST_BYTES });

/** A failed call undoes its payments, and so does a call around it that failed. */
function flat(traces: readonly FlatTrace[]): InnerPayment[] {
  const placeOf = ({ transactionHash }: FlatTrace, address: readonly number[]) =>
    `${transactionHash ?? ''} ${address.join('.')}`;
  const failed = new Set(traces.filter(({ error }) => error).map((each) => placeOf(each, each.traceAddress)));
  return traces.flatMap((each) => {
    const { traceAddress, transactionHash } = each;
    if (!transactionHash || traceAddress.length === 0) return [];
    const around = [...traceAddress.keys(), traceAddress.length].map((length) =>
      placeOf(each, traceAddress.slice(0, length)),
    );
    return around.some((place) => failed.has(place)) ? [] : paidBy(each, transactionHash);
  });
}

function paidBy({ type, action }: FlatTrace, ofHash: string): InnerPayment[] {
  const { callType, from, to, value, address, refundAddress, balance } = action;
  const [payer, payee, paid] =
    type === 'suicide' || type === 'selfdestruct'
      ? [address, refundAddress, balance]
      : type === 'call' && callType === 'call'
        ? [from, to, value]
        : [];
  return payer && payee && paid ? [{ hash: ofHash, from: payer, to: payee, value: paid }] : [];
}

/** Calls that run another contract's code as one's own pay nobody. */
const PAYING = new Set(['CALL', 'SELFDESTRUCT']);

function nested(ofHash: string, { error, calls = [] }: Call): InnerPayment[] {
  if (error) return [];
  return calls.flatMap((each) => {
    const { type, from, to, value } = each;
    const own = PAYING.has(type) && !each.error && to && value ? [{ hash: ofHash, from, to, value }] : [];
    return [...own, ...nested(ofHash, each)];
  });
}
