import { and, eq, gt } from 'drizzle-orm';
import { auditLog } from '../../../../db/schema/index.ts';
import { audit } from '../../../callers/audit.ts';
import { transact } from '../../../platform/events/transact.ts';
import { HOUR_MS } from '../../../platform/kit/durations.ts';
import { invalidField } from '../../../platform/kit/errors.ts';
import { sentence } from '../../../platform/kit/sentences.ts';
import { readSettings } from '../../../platform/settings/read-settings.ts';
import type { Deps } from '../../deps.ts';

/** Finds a word or link of a list in a text; null: none is there. */
export type FindBlocked = (text: string) => string | null;

/** Letters that only look different are the same, and what cannot be seen is left out. */
const tidy = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '');

/** For so long a process sends by the list that it read last: a send has no time for another question. */
const KEPT_MS = 10_000;
const known = new WeakMap<Deps['db'], { until: number; find: FindBlocked }>();

/** The words and links that administrators do not let messages have, in all accounts. */
export async function readBlocked({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<FindBlocked> {
  const now = clock.now();
  const held = known.get(db);
  if (held && held.until > now.getTime()) return held.find;
  const find = finderOf((await readSettings(db, now, 'blocked_words')).of('blocked_words'));
  known.set(db, { until: now.getTime() + KEPT_MS, find });
  return find;
}

/** The list was changed by this process. */
export const forgetBlocked = ({ db }: Pick<Deps, 'db'>): void => void known.delete(db);

function finderOf(list: string | null): FindBlocked {
  if (!list) return () => null;
  const words = list.split(',').map((word) => RegExp.escape(tidy(word)).replaceAll(String.raw`\x20`, String.raw`\s+`));
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join('|')})(?![\p{L}\p{N}])`, 'iu');
  return (text) => pattern.exec(tidy(text))?.[0] ?? null;
}

/**
 * Refuses a message with such a word, and writes it down for administrators, once an hour for an account.
 * @param requireAdmitted whose rights were not asked yet
 * @throws validation_failed naming `message`
 */
export async function refuseBlocked(
  deps: Deps,
  find: FindBlocked,
  {
    owner,
    texts,
    requireAdmitted,
  }: { owner: string; texts: readonly string[]; requireAdmitted: () => Promise<unknown> },
): Promise<void> {
  const word = texts.map(find).find((each) => each !== null);
  if (!word) return;
  await requireAdmitted();
  await transact(deps, async (tx) => {
    const { id, subjectUserId, action, at } = auditLog;
    const since = gt(at, new Date(tx.now.getTime() - HOUR_MS));
    const [told] = await tx.db
      .select({ id })
      .from(auditLog)
      .where(and(eq(subjectUserId, owner), eq(action, 'message.blocked'), since))
      .limit(1);
    if (!told) await audit(tx, owner, 'message.blocked', { userId: owner, detail: { word } });
  });
  throw invalidField('message', sentence('wordBlocked', { word }));
}
