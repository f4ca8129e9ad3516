import { createHmac } from 'node:crypto';
import type { CallMoment, CallPlan } from '../call-flow.ts';
import type { CarrierHost } from '../port.ts';
import { everySecret } from '../../platform/kit/secrets.ts';
import { badSignature, sameSecret, stampedUrl } from './callback-signature.ts';

/**
 * The address at which a carrier asks what to do with a call at a moment. It has our signature of the call
 * and the moment, besides the carrier's own signature of the request.
 * @param callbackUrl the address for this carrier's reports about calls
 */
export function instructionsUrl(
  host: Pick<CarrierHost, 'config'>,
  callbackUrl: string,
  { reference, moment, step }: AskedAt & { step?: number | undefined },
): string {
  const url = new URL(`${callbackUrl}/${reference}/instructions`);
  url.searchParams.set('moment', moment);
  if (step !== undefined) url.searchParams.set('step', String(step));
  url.searchParams.set('signature', sign(host.config.sessionSecret, url, { reference, moment }));
  return url.href;
}

/** The call that a carrier asks about, and when. */
interface AskedAt {
  reference: string;
  moment: CallMoment['kind'];
}

/** @throws bad_signature */
export function checkInstructionsUrl(host: Pick<CarrierHost, 'config'>, url: string, asked: AskedAt): void {
  const address = new URL(url);
  const given = address.searchParams.get('signature') ?? '';
  const isOurs = everySecret(host.config).some((secret) => sameSecret(given, sign(secret, address, asked)));
  if (!isOurs) throw badSignature();
}

/** The addresses to which the instructions for a call lead. */
export interface FlowAddresses {
  digit: string;
  unconnected: string;
  done: string;
  /** The address for reports about recordings. */
  recorded: string;
  /** The address for reports about a leg, by our id of it. */
  leg(reference: string): string;
}

/** @param reports the address for this carrier's reports about calls */
export function flowAddresses(
  host: Pick<CarrierHost, 'config' | 'clock'>,
  reports: string,
  { reference, answer }: Pick<CallPlan, 'reference' | 'answer'>,
): FlowAddresses {
  const at = (moment: CallMoment['kind']) => instructionsUrl(host, reports, { reference, moment, step: answer?.step });
  const leg = (id: string) => stampedUrl(reports, host.clock, id);
  return { digit: at('digit'), unconnected: at('unconnected'), done: at('done'), recorded: leg(reference), leg };
}

/** The address for a carrier's reports about calls, from the address at which it asked. */
export const reportsUrl = (instructions: string): string => {
  const { origin, pathname } = new URL(instructions);
  return origin + pathname.replace(/\/[^/]+\/instructions$/, '');
};

/** The step of an answer plan is signed where the address names one. */
function sign(secret: string, { searchParams }: URL, { reference, moment }: AskedAt): string {
  const step = searchParams.get('step');
  const text = ['call instructions', reference, moment, ...(step === null ? [] : [step])].join('\n');
  return createHmac('sha256', secret).update(text).digest('base64url');
}
