import { and, desc, eq, gte, isNull, like, lt, ne, or } from 'drizzle-orm';
import { voiceCalls } from '../../../db/schema/index.ts';
import { requireUser } from '../../callers/require-user.ts';
import type { Deps } from '../deps.ts';
import { type FileAnswer, Page, csvList } from '../../platform/kit/answer.ts';
import { idsOfDays } from '../../platform/kit/ids.ts';
import type { CallStatus, VoiceCall } from './contract.ts';
import { presentCall, readLegs, readParts, readRecordings } from './read-call.ts';
import { notFound } from '../../platform/kit/errors.ts';

export interface CallFilters {
  /** Digits of the caller ID or the destination. */
  search?: string | undefined;
  status?: CallStatus | undefined;
  /** Days in UTC, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

type ListQuery = CallFilters & { userId: string; before?: string | undefined; limit: number };

/** The calls that an account placed, newest first. @throws not_found */
export async function listCalls(deps: Deps, query: ListQuery): Promise<Page<VoiceCall>> {
  const { userId, limit } = query;
  const rows = await readRows(deps, { ...query, limit: limit + 1 });
  if (rows.length === 0) await requireUser(deps, userId);
  const ids = rows.map(({ id }) => id);
  const recordings = Map.groupBy(await readRecordings(deps.db, ids), ({ callId }) => callId);
  const legs = Map.groupBy(await readLegs(deps.db, ids), ({ parentId }) => parentId);
  return Page.from(rows, limit, (row) =>
    presentCall(row, { recordings: recordings.get(row.id) ?? [], legs: legs.get(row.id) ?? [] }),
  );
}

const COLUMNS = [
  ...(['id', 'calledAt', 'answeredAt', 'endedAt', 'callerId', 'destination', 'status', 'duration'] as const),
  ...(['billedMinutes', 'packageMinutes', 'ratePerMinute', 'cost', 'actualCost', 'exactCost', 'error'] as const),
];

/** The calls that the filters show, as a CSV file. */
export const exportCalls = (deps: Deps, userId: string, filters: CallFilters): FileAnswer =>
  csvList(deps, {
    name: 'calls',
    columns: COLUMNS,
    readPage: async (page, late) => {
      const rows = await readRows(late, { userId, ...filters, ...page });
      return rows.map((row) => presentCall(row, { recordings: [], legs: [] }));
    },
    cellsOf: (call) => COLUMNS.map((column) => String(call[column] ?? '')),
  });

function readRows({ db }: Pick<Deps, 'db'>, { userId, before, limit, search = '', status, from, to }: ListQuery) {
  const { firstId, endId } = idsOfDays({ from, to });
  const digits = search.replace(/\D/g, '');
  // No number contains a text without digits.
  const part = digits === '' ? '-' : `%${digits}%`;
  return db
    .select()
    .from(voiceCalls)
    .where(
      and(
        eq(voiceCalls.userId, userId),
        isNull(voiceCalls.parentId),
        // Calls to the account's numbers have a list of their own.
        ne(voiceCalls.origin, 'incoming'),
        before ? lt(voiceCalls.id, before) : undefined,
        firstId === null ? undefined : gte(voiceCalls.id, firstId),
        endId === null ? undefined : lt(voiceCalls.id, endId),
        status && eq(voiceCalls.status, status),
        search === '' ? undefined : or(like(voiceCalls.destination, part), like(voiceCalls.callerId, part)),
      ),
    )
    .orderBy(desc(voiceCalls.id))
    .limit(limit);
}

/** One call of an account. @throws not_found */
export async function getCall(deps: Deps, { userId, callId }: { userId: string; callId: string }): Promise<VoiceCall> {
  const [call] = await deps.db
    .select()
    .from(voiceCalls)
    .where(and(eq(voiceCalls.id, callId), eq(voiceCalls.userId, userId), isNull(voiceCalls.parentId)));
  if (!call) throw notFound('Call');
  return presentCall(call, await readParts(deps.db, call));
}
