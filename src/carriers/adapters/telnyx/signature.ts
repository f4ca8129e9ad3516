import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Clock } from '../../../platform/kit/clock.ts';
import type { CarrierCallback, Seal } from '../../port.ts';
import { badSignature, isFresh, staleAt } from '../callback-signature.ts';

/** The oldest accepted time of a report, as Telnyx recommends. */
const SIGNED_WITHIN_SECONDS = 300;

/** The key of the carrier's reports. @param publicKey base64 of 32 bytes, as its console shows it */
export const ed25519Key = (publicKey: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
    format: 'jwk',
  });

/**
 * Checks an Ed25519 signature over `time|body`, and that the time is near.
 * @throws bad_signature
 */
export function checkTelnyxSignature(key: KeyObject, clock: Clock, { headers, body }: CarrierCallback): Seal {
  const time = headers.get('telnyx-timestamp') ?? '';
  const signature = Buffer.from(headers.get('telnyx-signature-ed25519') ?? '', 'base64');
  const signed = `${time}|${body}`;
  if (!isFresh(clock, time, SIGNED_WITHIN_SECONDS) || !verify(null, Buffer.from(signed), key, signature))
    throw badSignature();
  // The signature itself is not used, because the same bytes can be written in several ways.
  return { signature: signed, staleAt: staleAt(time, SIGNED_WITHIN_SECONDS) };
}
