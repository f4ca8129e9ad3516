import { createHmac } from 'node:crypto';
import type { CarrierCallback } from '../../port.ts';
import { badSignature, sameSecret } from '../callback-signature.ts';

/**
 * Checks a callback's signature (npm package plivo 4.79.0, `utils/v3Security` and `utils/security`). The newer one,
 * used for calls, covers address, fields and a nonce. Callbacks about messages may have the older one, which covers a
 * nonce and the address without its query: so we seal the content of such an address ourselves.
 * @param allowed whether the older one is enough
 * @returns the fields, and the signature
 * @throws bad_signature
 */
export function checkPlivoSignature(
  authToken: string,
  { url, headers, body }: CarrierCallback,
  allowed: 'newer' | 'either' = 'newer',
): { form: URLSearchParams; signature: string } {
  const form = new URLSearchParams(body);
  const given = headers.get('x-plivo-signature-v3');
  if (given !== null) {
    const nonce = headers.get('x-plivo-signature-v3-nonce') ?? '';
    return { form, signature: requireOne(given, authToken, `${newerText(url, form)}.${nonce}`) };
  }
  if (allowed === 'newer') throw badSignature();
  const nonce = headers.get('x-plivo-signature-v2-nonce') ?? '';
  const older = headers.get('x-plivo-signature-v2') ?? '';
  return { form, signature: requireOne(older, authToken, bare(url) + nonce) };
}

/** A header may hold several signatures, by the account's tokens; one of them is enough. */
function requireOne(given: string, authToken: string, text: string): string {
  const expected = createHmac('sha256', authToken).update(text, 'utf8').digest('base64');
  if (!given.split(',').some((signature) => sameSecret(signature.trim(), expected))) throw badSignature();
  return expected;
}

const bare = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

function newerText(url: string, form: URLSearchParams): string {
  const query = sorted(new URL(url).searchParams, (name, value) => `${name}=${value}`).join('&');
  const fields = sorted(form, (name, value) => name + value).join('');
  const mark = query !== '' || fields !== '' ? '?' : '';
  return bare(url) + mark + query + (query !== '' && fields !== '' ? '.' : '') + fields;
}

/** Sorted by name, and by value if a name occurs several times. */
const sorted = (pairs: URLSearchParams, write: (name: string, value: string) => string): string[] =>
  [...new Set(pairs.keys())].toSorted().flatMap((name) =>
    pairs
      .getAll(name)
      .toSorted()
      .map((value) => write(name, value)),
  );
