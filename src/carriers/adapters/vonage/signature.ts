import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../platform/kit/clock.ts';
import type { CarrierCallback, Seal } from '../../port.ts';
import type { VonageSettings } from './credential.ts';
import { badSignature, isFresh, sameSecret, staleAt } from '../callback-signature.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';

type Fields = Readonly<Record<string, string>>;

/** A report that was not accepted is repeated for a day, with its first time. */
const SIGNED_WITHIN_SECONDS = 24 * 3600 + 300;

/**
 * Reads a report and checks that it is genuine: by the token that newer accounts send with it, otherwise by
 * the signature among its fields.
 * @throws bad_signature
 */
export function readSignedFields(
  settings: VonageSettings,
  clock: Clock,
  callback: CarrierCallback,
): { fields: Fields; seal: Seal } {
  const fields = readFields(callback);
  const token = tokenOf(callback);
  const seal = token ? checkToken(settings, clock, token, callback.body) : checkFields(settings, clock, fields);
  return { fields, seal };
}

const tokenOf = ({ headers }: CarrierCallback): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];

const jsonFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** A form or JSON, depending on the account's settings. */
function readFields({ headers, body }: CarrierCallback): Fields {
  if (!headers.get('content-type')?.includes('json')) return Object.fromEntries(new URLSearchParams(body));
  const fields = jsonFields.safeParse(parseJson(body)).data ?? {};
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')]));
}

function checkFields({ signatureMethod, signatureSecret }: VonageSettings, clock: Clock, fields: Fields): Seal {
  const signature = signFields(signatureMethod, signatureSecret, fields);
  const { sig = '', timestamp = '' } = fields;
  if (!sameSecret(sig.toLowerCase(), signature) || !isFresh(clock, timestamp, SIGNED_WITHIN_SECONDS))
    throw badSignature();
  return { signature, staleAt: staleAt(timestamp, SIGNED_WITHIN_SECONDS) };
}

/**
 * The signature of fields: all except `sig`, sorted by name, as `&name=value`, where `&` and `=` within a value become
 * `_`. With `md5hash` the secret follows the text; with the other methods it is the key of an HMAC.
 * @returns hexadecimal, lower case
 */
export function signFields(method: VonageSettings['signatureMethod'], secret: string, fields: Fields): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'sig')
    .toSorted()
    .map((name) => `&${name}=${(fields[name] ?? '').replace(/[&=]/g, '_')}`)
    .join('');
  if (method === 'md5hash')
    return createHash('md5')
      .update(text + secret)
      .digest('hex');
  return createHmac(method, secret).update(text).digest('hex');
}

/**
 * Checks the token of news about calls, which have no other signature.
 * @throws bad_signature
 */
export function checkVonageToken(settings: VonageSettings, clock: Clock, callback: CarrierCallback): Seal {
  return checkToken(settings, clock, tokenOf(callback) ?? '', callback.body);
}

const tokenHeader = z.object({ alg: z.literal('HS256') });
const tokenClaims = z.object({ iat: z.number(), api_key: z.string(), payload_hash: z.string() });

/** A JSON Web Token over the body's hash, signed with the same secret. */
function checkToken(settings: VonageSettings, clock: Clock, token: string, body: string): Seal {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const expected = createHmac('sha256', settings.signatureSecret).update(`${header}.${payload}`);
  if (!sameSecret(signature, expected.digest('base64url'))) throw badSignature();
  const claims = tokenClaims.safeParse(decode(payload)).data;
  const issued = String(Math.floor(claims?.iat ?? Number.NaN));
  const genuine =
    tokenHeader.safeParse(decode(header)).success &&
    claims?.api_key === settings.apiKey &&
    isFresh(clock, issued, SIGNED_WITHIN_SECONDS) &&
    sameSecret(claims.payload_hash.toLowerCase(), createHash('sha256').update(body).digest('hex'));
  if (!genuine) throw badSignature();
  return { signature, staleAt: staleAt(issued, SIGNED_WITHIN_SECONDS) };
}

const decode = (part: string): unknown => parseJson(Buffer.from(part, 'base64url').toString('utf8'));
