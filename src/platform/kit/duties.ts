import { DUTIES } from '../../../db/enums.ts';
import type { Endpoint } from './endpoint.ts';

export type Duty = (typeof DUTIES)[number];

/** The part of an account that says what it may do as an administrator; a duty that is null: everything. */
export interface Dutiful {
  role: 'user' | 'reseller' | 'admin';
  duty: Duty | null;
}

/**
 * The duties with which an endpoint may be used as by an administrator. An endpoint names its own in `duties`; who may
 * read everything reads with them, unless the list is empty. Who supports customers reads what is an account's own.
 */
export function dutiesFor({ access, method, duties }: Pick<Endpoint, 'access' | 'method' | 'duties'>): readonly Duty[] {
  const isOwners = access.startsWith('owner');
  if (method !== 'GET' || !(isOwners || access.startsWith('admin'))) return duties ?? [];
  if (duties?.length === 0) return duties;
  return [...(duties ?? (isOwners ? (['support'] as const) : [])), 'reader'];
}

/** Tells whether an account may use an endpoint as an administrator. */
export const actsAsAdmin = (
  { role, duty }: Dutiful,
  endpoint: Pick<Endpoint, 'access' | 'method' | 'duties'>,
): boolean => role === 'admin' && (duty === null || dutiesFor(endpoint).includes(duty));
