import { z } from 'zod';
import { type Ask, ChainFault } from './port.ts';

/** Calls a method of JSON-RPC 2.0. @throws {ChainFault} */
export async function callRpc<Result>(
  ask: Ask,
  method: string,
  params: readonly unknown[],
  result: z.ZodType<Result>,
): Promise<Result> {
  const answer = await ask({
    path: '',
    body: { jsonrpc: '2.0', id: 1, method, params },
    answer: z.union([
      z.object({ error: z.object({ code: z.number() }) }),
      z.object({ result, error: z.null().optional() }),
    ]),
  });
  if ('result' in answer) return answer.result;
  throw new ChainFault(`refused with error ${answer.error.code}`);
}
