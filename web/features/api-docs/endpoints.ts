import type { z } from 'zod';
import type { Endpoint } from '../../../src/platform/kit/endpoint.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '../../../src/platform/kit/errors.ts';

/** Any endpoint of the contract. */
export type AnyEndpoint = Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>;

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/**
 * The endpoints of a contract that its reader may call, in its own order.
 * @param contract all that a contract exports
 * @param first the name of the one to begin with
 */
export function endpointsOf(contract: object, { first, admin }: { first: string; admin: boolean }): AnyEndpoint[] {
  const all = Object.values(contract).filter(isEndpoint);
  const allowed = all.filter(({ access }) => access !== 'public' && (admin || !access.startsWith('admin')));
  return allowed.toSorted((a, b) => Number(b.name === first) - Number(a.name === first));
}

/** Every error an endpoint can answer with, by status: what it names, and what its rules imply. */
export function errorsOf(endpoint: AnyEndpoint): { code: ErrorCode; status: number; title: string }[] {
  const codes = new Set<ErrorCode>(['not_signed_in', 'account_suspended', ...(endpoint.errors ?? []), 'rate_limited']);
  if (endpoint.access !== 'signed-in') codes.add('forbidden');
  if (endpoint.params || endpoint.query || endpoint.body) codes.add('validation_failed');
  if (endpoint.body) codes.add('malformed_json');
  if (endpoint.idempotent) codes.add('idempotency_in_progress').add('idempotency_key_reused');
  return [...codes].map((code) => ({ code, ...ERROR_CATALOGUE[code] })).toSorted((a, b) => a.status - b.status);
}
