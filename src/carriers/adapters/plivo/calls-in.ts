import { Problem } from '../../../platform/kit/errors.ts';
import { callFlow, type CallPlan, leadsOn } from '../../call-flow.ts';
import type { IncomingCall, IncomingCallCarrier, IncomingCallNews } from '../../incoming-calls.ts';
import { withPlusSign } from '../../incoming-sms.ts';
import type { CarrierCallback, CarrierHost, SignedNews } from '../../port.ts';
import type { Instructions } from '../../voice-port.ts';
import { callerNumber } from '../call-faults.ts';
import { flowAddresses } from '../instructions-url.ts';
import { plivoMarkup } from './markup.ts';
import { checkPlivoSignature } from './signature.ts';
import { callNews } from './voice.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/** A question that was not answered may come again within a day. */
const AGAIN_WITHIN_MS = DAY_MS;

/**
 * Calls to Plivo's numbers: the answer and hangup addresses of the numbers' application, both the same
 * (plivo.com/docs/account/api/application). The application is set with the address for messages.
 */
export class PlivoCallsIn implements IncomingCallCarrier {
  /** A `Dial` shows the caller's number, unless it names another one. */
  readonly showsCaller = true;
  readonly #host: CarrierHost;
  readonly #authToken: string;

  constructor(host: CarrierHost, authToken: string) {
    this.#host = host;
    this.#authToken = authToken;
  }

  async parse(callback: CarrierCallback): Promise<SignedNews<IncomingCall | IncomingCallNews>> {
    const { form, signature } = checkPlivoSignature(this.#authToken, callback);
    const [carrierCallId, to] = [form.get('CallUUID'), form.get('To')];
    if (!carrierCallId || !to) throw new Problem('malformed_request', 'This is no call');
    const seal = { signature, staleAt: new Date(this.#host.clock.now().getTime() + AGAIN_WITHIN_MS) };
    if (form.get('Direction') !== 'inbound') return { news: [], seal };
    const news = callNews(form);
    if (news?.kind === 'ended') {
      return { news: [{ kind: 'news', reference: null, carrierCallId, news }], seal };
    }
    const from = withPlusSign(form.get('From') ?? '');
    return { news: [{ kind: 'call', carrierCallId, from, to: withPlusSign(to) }], seal };
  }

  async begin(plan: CallPlan, _carrierCallId: string, callbackUrl: string): Promise<Instructions> {
    const moment = { kind: 'answered' } as const;
    const actions = callFlow({ ...plan, callerId: callerNumber(plan.callerId) }, moment);
    const addresses = flowAddresses(this.#host, callbackUrl, plan);
    const body = plivoMarkup(actions, addresses, { timeLimit: plan.timeLimit, record: false });
    return { contentType: 'text/xml', body, connects: leadsOn(actions), moment, news: [] };
  }
}
