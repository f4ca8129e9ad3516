import type { Deps } from '../../services/deps.ts';
import { type FileAnswer, Page, csvList } from '../../platform/kit/answer.ts';
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
  return Page.from(rows, limit, ({ shown }) => shown);
}

const COLUMNS = ['id', 'email', 'fullName', 'company', 'status', 'credits', 'createdAt'] as const;
const FIGURES = ['smsSent', 'voiceMinutes', 'didNumbers', 'monthlySpend', 'marginOfMonth', 'margin'];

/** The same customers as a CSV file. */
export const exportCustomers = (
  deps: Deps,
  { resellerId, query }: { resellerId: string; query: QueryOf<typeof contract.exportCustomers> },
): FileAnswer =>
  csvList(deps, {
    name: 'customers',
    columns: [...COLUMNS, ...FIGURES],
    readPage: (page, { db }) => readCustomers({ db, now: deps.clock.now() }, { ...query, ...page, resellerId }),
    cellsOf: ({ shown: { usage, margin, ...shown } }) => [
      ...COLUMNS.map((column) => shown[column] ?? ''),
      ...[usage.smsSent, usage.voiceMinutes, usage.didNumbers, usage.monthlySpend, margin.month, margin.total].map(
        String,
      ),
    ],
  });
