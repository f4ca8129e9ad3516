import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { amountInput, isoTime, line, money2, network, uuid } from '../../platform/kit/schemas.ts';
import { SCOPES } from '../../platform/kit/scopes.ts';
import { faultText } from '../../platform/kit/faults.ts';

const { endpoint } = endpointsFor('Accounts');

/** The most keys of one account. */
export const MAX_API_KEYS = 20;
export const MAX_KEY_ADDRESSES = 20;

export const scope = z.enum(SCOPES, { error: 'Unknown scope' });

export const apiKey = z.object({
  id: uuid,
  name: z.string(),
  /** `tl_live_…wxyz`, or `tl_test_…wxyz`. */
  mask: z.string(),
  /** It sends tests only, which cost nothing and reach nobody. It reads as other keys do, and does nothing else. */
  test: z.boolean(),
  /** The most that messages sent by it may cost in a UTC day, in pounds; null: no limit of its own. */
  dailyLimit: money2.nullable(),
  /** Its scopes; null: everything that its user may do, except moving others' money as an administrator. */
  scopes: z.array(scope).nullable(),
  /** It works from these networks only; null: from anywhere. */
  addresses: z.array(z.string()).nullable(),
  /** It works until then; null: until it is revoked. */
  expiresAt: isoTime.nullable(),
  createdAt: isoTime,
  /** To the minute; null if it was never used. */
  lastUsedAt: isoTime.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** A new key, in full: it is shown only in this answer. */
export const newApiKey = apiKey.extend({ key: z.string() });

export const listApiKeys = endpoint('listApiKeys', 'GET /api/users/:id/api-keys', {
  access: 'owner-session',
  summary: 'The API keys of an account',
  response: z.array(apiKey),
});

export const createApiKey = endpoint('createApiKey', 'POST /api/users/:id/api-keys', {
  access: 'owner-session',
  summary: 'Make another API key; it is shown whole this once',
  body: z.object({
    name: line(60).min(1, faultText('keyName')),
    /** Null for all scopes except `money`. */
    scopes: z.array(scope).min(1, faultText('scopeMissing')).max(SCOPES.length).nullable(),
    /** Addresses, or networks such as `203.0.113.0/24`. */
    addresses: z.array(network).min(1, faultText('notUnderstood')).max(MAX_KEY_ADDRESSES).nullish(),
    expiresAt: z.iso.datetime({ offset: true, error: faultText('timeMissing') }).nullish(),
    /** A test key, `tl_test_…`. */
    test: z.boolean().optional(),
    /** Only with the scopes `messages` and `read`, and for what is charged at once. What is refunded is not given back. */
    dailyLimit: amountInput.nullish(),
  }),
  status: 201,
  response: newApiKey,
  errors: ['not_allowed_now'],
});

export const rotateNamedApiKey = endpoint('rotateNamedApiKey', 'POST /api/users/:id/api-keys/:keyId/rotate', {
  access: 'owner-session',
  summary: 'Replace an API key by one of the same name and scopes; the old one stops working at once',
  status: 201,
  response: newApiKey,
});

export const revokeApiKey = endpoint('revokeApiKey', 'DELETE /api/users/:id/api-keys/:keyId', {
  access: 'owner-session',
  summary: 'End an API key',
});
