import { createHmac } from 'node:crypto';
import type { CallMoment } from '../call-flow.ts';
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
  { reference, moment }: { reference: string; moment: CallMoment['kind'] },
): string {
  const url = new URL(`${callbackUrl}/${reference}/instructions`);
  url.searchParams.set('moment', moment);
  url.searchParams.set('signature', sign(host.config.sessionSecret, reference, moment));
  return url.href;
}

/** @throws bad_signature */
export function checkInstructionsUrl(
  host: Pick<CarrierHost, 'config'>,
  url: string,
  { reference, moment }: { reference: string; moment: CallMoment['kind'] },
): void {
  const given = new URL(url).searchParams.get('signature') ?? '';
  const isOurs = everySecret(host.config).some((secret) =>
    sameSecret(given, sign(secret, reference, moment)),
  );
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
  reference: string,
): FlowAddresses {
  const at = (moment: CallMoment['kind']) => instructionsUrl(host, reports, { reference, moment });
  const leg = (id: string) => stampedUrl(reports, host.clock, id);
  return {
    digit: at('digit'),
    unconnected: at('unconnected'),
    done: at('done'),
    recorded: leg(reference),
    leg,
  };
}

/** The address for a carrier's reports about calls, from the address at which it asked. */
export const reportsUrl = (instructions: string): string => {
  const { origin, pathname } = new URL(instructions);
  return origin + pathname.replace(/\/[^/]+\/instructions$/, '');
};

const sign = (secret: string, reference: string, moment: string): string =>
  createHmac('sha256', secret).update(`call instructions\n${reference}\n${moment}`).digest('base64url');
