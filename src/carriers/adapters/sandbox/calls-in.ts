import type { Sql } from 'postgres';
import { z } from 'zod';
import { Problem } from '../../../platform/kit/errors.ts';
import type { CallPlan } from '../../call-flow.ts';
import type { IncomingCall, IncomingCallCarrier } from '../../incoming-calls.ts';
import type { CarrierCallback, CarrierHost, SignedNews } from '../../port.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';
import { checkSandboxSignature, signatureHeaders } from './signature.ts';
import type { SandboxVoice } from './voice.ts';

const callerBody = z.object({ id: z.uuid(), from: z.string(), to: z.string() });
type Caller = z.infer<typeof callerBody>;

/** Calls to the numbers of a simulated carrier. Their news comes with that of the calls that it places. */
export class SandboxCallsIn implements IncomingCallCarrier {
  readonly showsCaller = true;

  constructor(
    private readonly carrier: string,
    private readonly host: CarrierHost,
    private readonly voice: SandboxVoice,
  ) {}

  async parse(callback: CarrierCallback): Promise<SignedNews<IncomingCall>> {
    const seal = checkSandboxSignature(this.host, this.carrier, callback);
    const caller = callerBody.safeParse(parseJson(callback.body)).data;
    if (!caller) throw new Problem('malformed_request', 'This is no call');
    const { id: carrierCallId, from, to } = caller;
    return { news: [{ kind: 'call', carrierCallId, from, to }], seal };
  }

  async begin(plan: CallPlan, carrierCallId: string): Promise<null> {
    await this.voice.beginCaller(carrierCallId, plan);
    return null;
  }
}

/** A call as the simulated carrier announces it: the body, and its signature. */
export function signCaller(
  host: Pick<CarrierHost, 'config' | 'clock'>,
  carrier: string,
  caller: Caller,
): { body: string; headers: Headers } {
  const body = JSON.stringify(caller);
  return { body, headers: signatureHeaders(host, carrier, body) };
}

/**
 * Hands the calls that are due to `deliver`, and only then forgets them: one may be announced twice, as by a real
 * carrier, but none is lost.
 */
export async function announceCallers(
  sql: Sql,
  now: Date,
  deliver: (carrier: string, caller: Caller) => Promise<void>,
): Promise<void> {
  await sql.begin(async (tx) => {
    const due = await tx<(Caller & { carrier: string })[]>`
      select id, carrier, from_number as "from", to_number as "to" from sandbox_callers
      where due_at <= ${now.toISOString()}::timestamptz
      order by due_at limit 50 for update skip locked`;
    for (const { carrier, ...caller } of due) await deliver(carrier, caller);
    if (due.length > 0) await tx`delete from sandbox_callers where id in ${tx(due.map(({ id }) => id))}`;
  });
}
