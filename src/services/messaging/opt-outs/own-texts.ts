import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { optOutTexts, users } from '../../../../db/schema/index.ts';
import { type Acting, audit } from '../../../callers/audit.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { getOptOutTexts, setOptOutTexts as setting } from './contract.ts';
import { requireUser } from '../../../callers/require-user.ts';
import { USUAL_TEXTS } from './texts.ts';

/** An account's own answers to STOP, START and HELP, and the usual ones in its language. @throws not_found */
export async function readOwnTexts(
  db: Queryable,
  userId: string,
): Promise<ResponseOf<typeof getOptOutTexts> & { language: keyof typeof USUAL_TEXTS }> {
  const [row] = await db
    .select({ language: users.language, stop: optOutTexts.stop, start: optOutTexts.start, help: optOutTexts.help })
    .from(users)
    .leftJoin(optOutTexts, eq(optOutTexts.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) throw notFound('User');
  const { language: chosen, ...own } = row;
  const language = chosen ?? 'en';
  return { own, usual: { ...USUAL_TEXTS[language] }, language };
}

/** Sets the answers; null for the usual text. @throws not_found */
export async function setOwnTexts(
  { tx, actor }: Acting,
  { userId, stop, start, help }: { userId: string } & BodyOf<typeof setting>,
): Promise<ResponseOf<typeof setting>> {
  await requireUser(tx, userId);
  const set = { stop, start, help };
  await tx.db
    .insert(optOutTexts)
    .values({ userId, stop, start, help })
    .onConflictDoUpdate({ target: optOutTexts.userId, set });
  await audit(tx, actor, 'opt_out_texts.changed', { userId });
  return set;
}
