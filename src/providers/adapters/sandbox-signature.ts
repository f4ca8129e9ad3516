import { createHmac } from 'node:crypto';
import type { CarrierCallback, CarrierHost } from '../port.ts';
import { badSignature, sameSecret } from './callback-signature.ts';

const SIGNATURE_HEADER = 'x-sandbox-signature';
const SIGNATURE_TOLERANCE_MS = 300_000;

/** What goes with a simulated carrier's body: its signature over time and body. */
export function signatureHeaders(
  { config, clock }: Pick<CarrierHost, 'config' | 'clock'>,
  carrier: string,
  body: string,
): Headers {
  const at = String(clock.now().getTime());
  const signature = `t=${at},v1=${sign(config.sessionSecret, carrier, at, body)}`;
  return new Headers({ 'content-type': 'application/json', [SIGNATURE_HEADER]: signature });
}

/** @throws bad_signature */
export function checkSandboxSignature(
  { config, clock }: CarrierHost,
  carrier: string,
  { headers, body }: CarrierCallback,
): void {
  const header = headers.get(SIGNATURE_HEADER) ?? '';
  const [, at = '', signature = ''] = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const genuine = sameSecret(signature, sign(config.sessionSecret, carrier, at, body));
  const fresh = Math.abs(clock.now().getTime() - Number(at)) <= SIGNATURE_TOLERANCE_MS;
  if (!genuine || !fresh) throw badSignature();
}

const sign = (secret: string, carrier: string, at: string, body: string): string =>
  createHmac('sha256', `${secret}\n${carrier}`).update(`${at}.${body}`).digest('hex');
