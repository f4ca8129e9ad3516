import type { Deps } from '../../services/deps.ts';
import { Page } from '../../platform/kit/answer.ts';
import type { QueryOf } from '../../platform/kit/endpoint.ts';
import type * as contract from './contract.ts';
import { readCustomers } from './read-customers.ts';

/** One page of a reseller's customers; empty for an account without customers. */
export async function listCustomers(
  deps: Deps,
  { resellerId, query: { limit, ...filters } }: { resellerId: string; query: QueryOf<typeof contract.listCustomers> },
): Promise<Page<contract.Customer>> {
  const rows = await readCustomers(
    { db: deps.db, now: deps.clock.now() },
    { ...filters, resellerId, limit: limit + 1 },
  );
  return Page.of(
    rows.map(({ shown }) => shown),
    limit,
  );
}
