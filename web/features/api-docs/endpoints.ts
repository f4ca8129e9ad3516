import type { z } from 'zod';
import type { Endpoint } from '../../../src/platform/kit/endpoint.ts';

/** Any endpoint of the contract. */
export type AnyEndpoint = Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>;

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/**
 * The endpoints of a contract that its reader may call, in its own order, those of administrators last.
 * @param contract all that a contract exports
 * @param first the name of the one to begin with
 */
export function endpointsOf(contract: object, { first, admin }: { first: string; admin: boolean }): AnyEndpoint[] {
  const all = Object.values(contract).filter(isEndpoint);
  const allowed = all.filter(({ access }) => access !== 'public' && (admin || !access.startsWith('admin')));
  const place = ({ name, access }: AnyEndpoint) => (name === first ? 0 : access.startsWith('admin') ? 2 : 1);
  return allowed.toSorted((a, b) => place(a) - place(b));
}
