import { type Calling, audit } from '../callers/audit.ts';
import { user } from '../callers/contract.ts';
import type { Deps } from '../services/deps.ts';
import { type FileAnswer, csvList } from '../platform/kit/answer.ts';
import { transact } from '../platform/events/transact.ts';
import { findUsers, type UserFilters } from './list-users.ts';

/** The columns of the file, in order. */
const listed = user.pick({
  id: true,
  email: true,
  fullName: true,
  company: true,
  phone: true,
  role: true,
  status: true,
  isClosed: true,
  credits: true,
  resellerPackage: true,
  resellerExpiresAt: true,
  createdAt: true,
});
const COLUMNS = listed.omit({ isClosed: true }).keyof().options;

/** The accounts that match the filters, as a CSV file. */
export async function exportUsers({ deps, actor }: Calling<Deps>, filters: UserFilters): Promise<FileAnswer> {
  await transact(deps, (tx) => audit(tx, actor, 'users.exported', { detail: filters }));
  return csvList(deps, {
    name: 'users',
    columns: COLUMNS,
    readPage: (page, late) => findUsers(late, filters, page),
    cellsOf: ({ shown }) => {
      const { isClosed, ...account } = listed.parse(JSON.parse(shown));
      const row = { ...account, status: isClosed ? 'closed' : account.status };
      return COLUMNS.map((column) => row[column] ?? '');
    },
  });
}
