import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../../platform/kit/errors.ts';
import type { CallPlan } from '../../call-flow.ts';
import type { IncomingCall, IncomingCallCarrier, IncomingCallNews } from '../../incoming-calls.ts';
import type { OwnNumber } from '../../incoming-sms.ts';
import type { CarrierCallback, CarrierHost, SignedNews } from '../../port.ts';
import { expectOk } from '../http-carrier.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';
import type { TelnyxApi } from './api.ts';
import { readIncomingEvent } from './call-events.ts';
import { requireResource } from './own-resource.ts';
import { checkTelnyxSignature } from './signature.ts';
import type { TelnyxVoice } from './voice.ts';

const CARRIER = 'telnyx';
const applicationBody = z.object({ data: z.object({ application_name: z.string() }) });

interface Account {
  api: TelnyxApi;
  key: KeyObject;
  /** The call control application. */
  connectionId: string;
  voice: TelnyxVoice;
}

/** Calls to Telnyx's numbers: the events of the call control application that they belong to. */
export class TelnyxCallsIn implements IncomingCallCarrier {
  /** Telnyx refuses calls from numbers that are not ours. */
  readonly showsCaller = false;
  readonly dialsSip = true;

  constructor(
    private readonly host: CarrierHost,
    private readonly account: Account,
  ) {}

  async parse(callback: CarrierCallback): Promise<SignedNews<IncomingCall | IncomingCallNews>> {
    const seal = checkTelnyxSignature(this.account.key, this.host.clock, callback);
    const news = readIncomingEvent(parseJson(callback.body));
    if (!news) throw new Problem('malformed_request', 'This is no event of a call');
    return { news, seal };
  }

  async begin(plan: CallPlan, carrierCallId: string): Promise<null> {
    await this.account.voice.answerOrReject(carrierCallId, plan);
    return null;
  }

  /** Events go where the application says; the name goes with every change of it. */
  async setAddress({ number }: OwnNumber, address: string): Promise<void> {
    const { api, connectionId } = this.account;
    const path = `/call_control_applications/${encodeURIComponent(connectionId)}`;
    const { application_name: name } = applicationBody.parse(expectOk(await api.get(path), CARRIER)).data;
    expectOk(await api.patch(path, { application_name: name, webhook_event_url: address }), CARRIER);
    const numberPath = await requireResource(api, number);
    expectOk(await api.patch(numberPath, { connection_id: connectionId }), CARRIER);
  }
}
