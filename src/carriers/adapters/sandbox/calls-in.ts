import { z } from 'zod';
import { Problem } from '../../../platform/kit/errors.ts';
import type { CallPlan } from '../../call-flow.ts';
import type { IncomingCall, IncomingCallCarrier } from '../../incoming-calls.ts';
import type { CarrierCallback, CarrierHost, SignedNews } from '../../port.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';
import { checkSandboxSignature, signed, type Signing } from './signature.ts';
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

export const signCaller: Signing<Caller> = signed;
