import { audit } from '../accounts/audit.ts';
import type { User } from '../accounts/contract.ts';
import type { Actor } from '../accounts/guards.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../events/transact.ts';
import { csvLine } from '../kit/csv.ts';
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

const ROWS_AT_ONCE = 1000;

/**
 * The accounts that the filters let through as a CSV file. Read page by page as the reader takes it, so
 * that neither memory nor a database connection is held however many there are.
 */
export async function exportUsers(deps: Deps, actor: Actor, filters: UserFilters): Promise<Response> {
  await transact(deps, (tx) => audit(tx, { actorId: actor.id, action: 'users.exported', detail: filters }));
  const name = `users-${deps.clock.now().toISOString().slice(0, 10)}.csv`;
  return new Response(csvStream(deps, filters), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

function csvStream(deps: Deps, filters: UserFilters): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let before: string | undefined;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(csvLine(COLUMNS))),
    pull: async (controller) => {
      const rows = await findUsers(deps, filters, { limit: ROWS_AT_ONCE, before });
      before = rows.at(-1)?.id;
      if (rows.length > 0)
        controller.enqueue(encoder.encode(rows.map(({ shown }) => userLine(shown)).join('')));
      if (rows.length < ROWS_AT_ONCE) controller.close();
    },
  });
}

function userLine(json: string): string {
  const user = JSON.parse(json) as User;
  return csvLine(COLUMNS.map((column) => user[column] ?? ''));
}
