import { and, desc, eq, type SQL, sql as template } from 'drizzle-orm';
import { contacts, conversations } from '../../../db/schema/index.ts';
import { Page } from '../../platform/kit/answer.ts';
import type { Deps } from '../deps.ts';
import { type Conversation, UNREAD_LOOKED_AT } from './contract.ts';
import { presentConversation, selectConversations } from './conversations.ts';
import { requireUser } from '../../callers/require-user.ts';
import { audienceSql } from '../contacts/contacts.ts';
import { searchedDigits } from '../../shared/searched-digits.ts';

interface ListQuery {
  userId: string;
  search: string;
  /** The last conversation of the page before. */
  before?: string;
  limit: number;
}

/** An account's conversations, the one with the newest message first. @throws not_found */
export async function listConversations(
  { deps }: { deps: Deps },
  { userId, search, before, limit }: ListQuery,
): Promise<Page<Conversation>> {
  const rows = await selectConversations(deps.db)
    .where(and(eq(conversations.userId, userId), matches(userId, search), before ? older(before) : undefined))
    .orderBy(desc(conversations.lastAt), desc(conversations.id))
    .limit(limit + 1);
  if (rows.length === 0) await requireUser(deps, userId);
  return Page.from(rows, limit, presentConversation);
}

const older = (before: string): SQL => template`
  (${conversations.lastAt}, ${conversations.id}) < (
    select b.last_at, b.id from conversations b where b.id = ${before}::uuid)`;

/** A number may be typed with blanks and brackets in it. */
function matches(userId: string, search: string): SQL | undefined {
  if (search === '') return undefined;
  const escape = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const digits = /^[+\d\s().-]+$/.test(search) ? searchedDigits(search) : '';
  const number = digits === '' ? template`false` : template`${conversations.otherNumber} like ${escape(digits)}`;
  const isContact = /\p{L}/u.test(search)
    ? template`${conversations.otherNumber} in (
        select ${contacts.number} from ${contacts} where ${audienceSql(userId, { lists: [], search })})`
    : template`false`;
  return template`(${conversations.name} ilike ${escape(search)} or ${conversations.otherNumber} ilike ${escape(search)}
    or ${number} or ${isContact})`;
}

/** How many of an account's newest conversations have messages that nobody read. */
export async function countUnread({ db }: Pick<Deps, 'db'>, userId: string): Promise<{ count: number }> {
  const [row] = await db.execute<{ count: number }>(template`
    select count(*) filter (where unread > 0)::integer as count from (
      select unread from conversations where user_id = ${userId}::uuid
      order by last_at desc, id desc limit ${UNREAD_LOOKED_AT}
    ) newest`);
  return { count: row?.count ?? 0 };
}
