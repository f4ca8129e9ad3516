import { createHmac } from 'node:crypto';
import type { CallMoment } from '../call-flow.ts';
import type { CarrierHost } from '../port.ts';
import { everySecret } from '../../platform/kit/secrets.ts';
import { badSignature, sameSecret } from './callback-signature.ts';

/**
 * Where a carrier asks what to do with a call at a moment. It carries a signature of ours over call and
 * moment, beside the carrier's own over the request.
 * @param callbackUrl where this carrier reports to on calls
 */
export function instructionsUrl(
  host: Pick<CarrierHost, 'config'>,
  callbackUrl: string,
  reference: string,
  moment: CallMoment['kind'],
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
  reference: string,
  moment: CallMoment['kind'],
): void {
  const given = new URL(url).searchParams.get('signature') ?? '';
  const isOurs = everySecret(host.config).some((secret) =>
    sameSecret(given, sign(secret, reference, moment)),
  );
  if (!isOurs) throw badSignature();
}

/** Where a carrier reports to on calls, from the address at which it asked. */
export const reportsUrl = (instructions: string): string => {
  const { origin, pathname } = new URL(instructions);
  return origin + pathname.replace(/\/[^/]+\/instructions$/, '');
};

const sign = (secret: string, reference: string, moment: string): string =>
  createHmac('sha256', secret).update(`call instructions\n${reference}\n${moment}`).digest('base64url');
