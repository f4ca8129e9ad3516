import { eq, sql as template } from 'drizzle-orm';
import { approvalRequests } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { Calling } from '../../callers/audit.ts';
import { readUser } from '../../callers/present-user.ts';
import { writesLetters, wanted as wantedSchema } from '../../callers/approvals/contract.ts';
import { type Transaction, transact } from '../../platform/events/transact.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Language } from '../../platform/kit/languages.ts';
import { mail as mailSchema } from '../../platform/mail/contract.ts';
import { OPERATOR } from '../../platform/mail/letterhead.ts';
import { letterFor } from '../../platform/mail/letters.ts';
import { translatorOf } from '../../platform/mail/translator.ts';
import { tryOut } from './agree.ts';
import type { Announcement, previewRequest } from './contract.ts';

type Preview = ResponseOf<typeof previewRequest>;

/** Those to most accounts are shown where there are more different letters than these. */
const MOST_LETTERS = 20;

/** Carries what was found out of the transaction that it undoes. */
class Undone extends Error {
  constructor(readonly found: Preview) {
    super('this was only tried');
  }
}

/**
 * Shows the changes and their number that agreeing to a request would make: it is carried out in a
 * transaction that is undone.
 * @throws not_found, and the errors of the action itself
 */
export async function previewOf({ deps, actor }: Calling<Deps>, requestId: string): Promise<Preview> {
  const [request] = await deps.db.select().from(approvalRequests).where(eq(approvalRequests.id, requestId));
  if (!request || request.decidedAt !== null) throw notFound('Request');
  if (!writesLetters(wantedSchema.parse(request.wanted).kind)) return { accounts: 0, greatestRise: null, letters: [] };
  return previewing({ deps, actor }, (tx) => tryOut({ deps, tx, actor }, requestId));
}

/** Does something in a transaction that is undone, and says which letters it wrote. */
export async function previewing(
  { deps, actor }: Calling<Deps>,
  action: (tx: Transaction) => Promise<void>,
): Promise<Preview> {
  const { language } = await readUser(deps.db, actor.id);
  try {
    return await transact(deps, async (tx) => {
      await action(tx);
      throw new Undone(await readWritten(tx, language ?? 'en'));
    });
  } catch (error) {
    if (error instanceof Undone) return error.found;
    throw error;
  }
}

async function readWritten(tx: Transaction, language: Language): Promise<Preview> {
  // A transaction sees the mails of others that committed meanwhile: only its own rows carry its id.
  const rows = await tx.db.execute<{ kind: string; data: object; accounts: number; all: number }>(template`
    select kind, data, count(*)::integer as accounts, (sum(count(*)) over ())::integer as all from mails
    where data is not null and created_at = ${tx.now.toISOString()}::timestamptz
      and xmin = pg_current_xact_id()::xid and kind in ('prices_rising', 'destinations_rising', 'destinations_dropped', 'notice')
    group by kind, data order by accounts desc limit ${MOST_LETTERS}`);
  const letters = rows.map(({ kind, data, accounts }): Announcement => {
    const letter = letterFor(mailSchema.parse({ kind, ...data }), OPERATOR, translatorOf(language));
    const { subject, paragraphs, facts = [] } = letter;
    return { accounts, subject, paragraphs: [...paragraphs], facts: facts.map(([name, text]) => [name, text]) };
  });
  return { accounts: rows[0]?.all ?? 0, greatestRise: await readGreatestRise(tx), letters };
}

/** From the prices that the search for those who pay more has left in this transaction. */
async function readGreatestRise({ db }: Transaction): Promise<number | null> {
  const [staged] = await db.execute<{ is: boolean }>(
    template`select to_regclass('pg_temp.price_moves') is not null as is`,
  );
  if (!staged?.is) return null;
  const [row] = await db.execute<{ rise: number | null }>(template`
    select round(max(greatest(
      standard_after_rate / nullif(standard_before_rate, 0), own_after_rate / nullif(own_before_rate, 0)
    ) - 1) * 100)::integer as rise from price_moves`);
  return row?.rise && row.rise > 0 ? row.rise : null;
}
