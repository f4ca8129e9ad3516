import { createHmac, randomUUID } from 'node:crypto';
import type { CarrierCallback, CarrierHost, Seal } from '../../port.ts';
import { everySecret } from '../../../platform/kit/secrets.ts';
import { badSignature, sameSecret } from '../callback-signature.ts';

const SIGNATURE_HEADER = 'x-sandbox-signature';
const SIGNATURE_TOLERANCE_MS = 300_000;

/**
 * The headers of a simulated carrier's request: its signature of the time, of a word that is used once, and
 * of the body.
 */
export function signatureHeaders(
  { config, clock }: Pick<CarrierHost, 'config' | 'clock'>,
  carrier: string,
  body: string,
): Headers {
  const head = `t=${clock.now().getTime()},n=${randomUUID()}`;
  const signature = `${head},v1=${sign(config.sessionSecret, carrier, head, body)}`;
  return new Headers({ 'content-type': 'application/json', [SIGNATURE_HEADER]: signature });
}

/** News as a simulated carrier posts them: the body, and its signature. */
export const signed: Signing<unknown> = (host, carrier, news) => {
  const body = JSON.stringify(news);
  return { body, headers: signatureHeaders(host, carrier, body) };
};

export type Signing<News> = (
  host: Pick<CarrierHost, 'config' | 'clock'>,
  carrier: string,
  news: News,
) => Pick<CarrierCallback, 'body' | 'headers'>;

/** @throws bad_signature */
export function checkSandboxSignature(
  { config, clock }: CarrierHost,
  carrier: string,
  { headers, body }: CarrierCallback,
): Seal {
  const header = headers.get(SIGNATURE_HEADER) ?? '';
  const [, head = '', at = '', signature = ''] =
    /^(t=(\d{1,15}),n=[0-9a-f-]{36}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const genuine = everySecret(config).some((secret) => sameSecret(signature, sign(secret, carrier, head, body)));
  const fresh = Math.abs(clock.now().getTime() - Number(at)) <= SIGNATURE_TOLERANCE_MS;
  if (!genuine || !fresh) throw badSignature();
  return { signature, staleAt: new Date(Number(at) + SIGNATURE_TOLERANCE_MS + 1) };
}

const sign = (secret: string, carrier: string, head: string, body: string): string =>
  createHmac('sha256', `${secret}\n${carrier}`).update(`${head}.${body}`).digest('hex');
