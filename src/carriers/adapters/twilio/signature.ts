import { createHash, createHmac } from 'node:crypto';
import type { CarrierCallback } from '../../port.ts';
import { badSignature, sameSecret } from '../callback-signature.ts';

/**
 * Checks X-Twilio-Signature: HMAC-SHA1 over the address, with or without its port, followed by the form's
 * fields in order. A body that is no form is covered by its hash in the address.
 * @returns the form, and its signature
 * @throws bad_signature
 */
export function checkTwilioSignature(
  authToken: string,
  { url, headers, body }: CarrierCallback,
): { form: URLSearchParams; signature: string } {
  const hash = new URL(url).searchParams.get('bodySHA256');
  if (hash !== null && !sameSecret(hash, createHash('sha256').update(body).digest('hex'))) throw badSignature();
  const form = new URLSearchParams(hash === null ? body : '');
  const signature = headers.get('x-twilio-signature') ?? '';
  const genuine = [portless(url), withPort(url)].some((address) => {
    const signed = createHmac('sha1', authToken).update(address + fields(form), 'utf8');
    return sameSecret(signature, signed.digest('base64'));
  });
  if (!genuine) throw badSignature();
  return { form, signature };
}

/** Keys and values without separators, sorted by key; if a key has several values, each value once, sorted. */
const fields = (form: URLSearchParams): string =>
  [...new Set(form.keys())]
    .toSorted()
    .flatMap((key) => [...new Set(form.getAll(key))].toSorted().map((value) => key + value))
    .join('');

/** The address exactly as it was written, not as `URL` would write it, because its characters were signed. */
const ADDRESS = /^(https?):\/\/([^/?#:]+|\[[^\]]+\])(?::\d+)?(?=[/?#]|$)/i;

const portless = (url: string): string => url.replace(ADDRESS, '$1://$2');
const withPort = (url: string): string =>
  /^https?:\/\/[^/?#]*:\d+(?=[/?#]|$)/i.test(url)
    ? url
    : url.replace(
        ADDRESS,
        (_all, scheme: string, host: string) => `${scheme}://${host}:${scheme.toLowerCase() === 'https' ? 443 : 80}`,
      );
