import { and, eq, gt } from 'drizzle-orm';
import { auditLog } from '../../../../db/schema/index.ts';
import { audit } from '../../../callers/audit.ts';
import { transact } from '../../../platform/events/transact.ts';
import { HOUR_MS } from '../../../platform/kit/durations.ts';
import { invalidField, sentence } from '../../../platform/kit/errors.ts';
import { readSettings } from '../../../platform/settings/read-settings.ts';
import type { Deps } from '../../deps.ts';

/** Finds a word or link of a list in some texts; null: none is there. */
type FindWord = (texts: readonly string[]) => string | null;

/** The words and links of administrators: a message with one of the first is refused, one of the second waits for them. */
interface Screen {
  blocked: FindWord;
  held: FindWord;
}

/** Letters that only look different are the same, and what cannot be seen is left out. */
const tidy = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '');

/** For so long a process sends by the list that it read last: a send has no time for another question. */
const KEPT_MS = 10_000;
const known = new WeakMap<Deps['db'], { until: number; screen: Screen }>();

/** The words and links that administrators do not let messages have, or have held back, in all accounts. */
export async function readScreen({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Screen> {
  const now = clock.now();
  const kept = known.get(db);
  if (kept && kept.until > now.getTime()) return kept.screen;
  const set = await readSettings(db, now, 'blocked_words', 'held_words');
  const screen = { blocked: finderOf(set.of('blocked_words')), held: finderOf(set.of('held_words')) };
  known.set(db, { until: now.getTime() + KEPT_MS, screen });
  return screen;
}

/** A list was changed by this process. */
export const forgetScreen = ({ db }: Pick<Deps, 'db'>): void => void known.delete(db);

function finderOf(list: string | null): FindWord {
  if (!list) return () => null;
  const words = list.split(',').map((word) => RegExp.escape(tidy(word)).replaceAll(String.raw`\x20`, String.raw`\s+`));
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join('|')})(?![\p{L}\p{N}])`, 'iu');
  return (texts) => {
    for (const text of texts) {
      const [word] = pattern.exec(tidy(text)) ?? [];
      if (word !== undefined) return word;
    }
    return null;
  };
}

/**
 * Refuses a message with a blocked word, and writes it down for administrators, once an hour for an account.
 * @param requireAdmitted whose rights were not asked yet
 * @throws validation_failed naming `message`
 */
export async function refuseBlocked(
  deps: Deps,
  { owner, word, requireAdmitted }: { owner: string; word: string | null; requireAdmitted: () => Promise<unknown> },
): Promise<void> {
  if (word === null) return;
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
