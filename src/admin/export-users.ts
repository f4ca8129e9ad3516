import { audit } from '../callers/audit.ts';
import type { User } from '../callers/contract.ts';
import type { Actor } from '../callers/guards.ts';
import type { Deps } from '../accounts/deps.ts';
import { transact } from '../platform/events/transact.ts';
import { csvFile } from './csv-file.ts';
import { findUsers, type UserFilters } from './list-users.ts';

const COLUMNS = [
  'id',
  'email',
  'fullName',
  'company',
  'phone',
  'role',
  'status',
  'credits',
  'resellerPackage',
  'resellerExpiresAt',
  'createdAt',
] as const satisfies readonly (keyof User)[];

/** The accounts that the filters let through as a CSV file. */
export async function exportUsers(
  { deps, actor }: { deps: Deps; actor: Actor },
  filters: UserFilters,
): Promise<Response> {
  await transact(deps, (tx) => audit(tx, { actorId: actor.id, action: 'users.exported', detail: filters }));
  return csvFile(deps, {
    name: 'users',
    columns: COLUMNS,
    readPage: (page) => findUsers(deps, filters, page),
    cellsOf: ({ shown }) => {
      const user = JSON.parse(shown) as User;
      return COLUMNS.map((column) => user[column] ?? '');
    },
  });
}
