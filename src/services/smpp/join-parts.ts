import { and, eq, lt, sql as template } from 'drizzle-orm';
import { smppParts } from '../../../db/schema/index.ts';
import { decodeText } from '../../carriers/alphabets.ts';
import { transact } from '../../platform/events/transact.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { Deps } from '../deps.ts';
import { queueReports } from '../messaging/smpp/queue-deliveries.ts';
import type { BoundAccount } from './bind.ts';
import type { Submission } from './read-submission.ts';

/** The parts of a message have to come within this time; a reference that comes later belongs to another one. */
const PARTS_MS = 10 * MINUTE_MS;

/** A message whose parts are all there, or the id that it will have. */
export type Joined = { messageId: string; whole: Pick<Submission, 'text' | 'report'> | null };

/**
 * Keeps a part until all are there, so that one that was answered is not lost with the process. All parts are answered
 * with the id of the message; only the last one's answer says that it was charged.
 */
export async function joinParts(
  deps: Deps,
  { keyId, userId }: BoundAccount,
  { source, recipients, raw, part, report }: Submission & { part: NonNullable<Submission['part']> },
): Promise<Joined> {
  const number = recipients[0] ?? '';
  const reference = JSON.stringify([source, number, part.reference, part.count]);
  const of = and(eq(smppParts.keyId, keyId), eq(smppParts.reference, reference));
  const octets = raw.octets.toString('base64');
  return transact(deps, async (tx) => {
    await tx.db.execute(
      template`select pg_advisory_xact_lock(hashtextextended(${`smpp part ${keyId} ${reference}`}, 0))`,
    );
    let known = await tx.db.select().from(smppParts).where(of).orderBy(smppParts.part);
    const same = known.find((each) => each.part === part.number);
    const tooOld = known.some(({ at }) => tx.now.getTime() - at.getTime() > PARTS_MS);
    // The reference has come round: what stands there is another message's.
    if (tooOld || (same && same.octets !== octets)) {
      await tx.db.delete(smppParts).where(of);
      known = [];
    }
    const messageId = known[0]?.messageId ?? newId(tx.clock);
    if (!known.some((each) => each.part === part.number)) {
      const row = {
        ...{ keyId, userId, reference, part: part.number, parts: part.count, octets, alphabet: raw.alphabet },
        ...{ messageId, number, source, report, at: tx.now },
      };
      await tx.db.insert(smppParts).values(row);
      known = [...known, row].toSorted((one, other) => one.part - other.part);
    }
    if (known.length < part.count) return { messageId, whole: null };
    // Kannel asks for a report with one of the parts.
    const wanted = known.find((each) => each.report !== null)?.report ?? null;
    return { messageId, whole: { text: textOf(known), report: wanted } };
  });
}

/** Octets are joined before they are decoded, because a part may end within a character. */
function textOf(parts: readonly { octets: string; alphabet: string }[]): string {
  const alphabets = new Set(parts.map(({ alphabet }) => alphabet));
  const decode = (some: typeof parts) =>
    decodeText({
      octets: Buffer.concat(some.map(({ octets }) => Buffer.from(octets, 'base64'))),
      alphabet: some[0]?.alphabet ?? '',
    });
  return alphabets.size === 1 ? decode(parts) : parts.map((each) => decode([each])).join('');
}

/** Removes the parts of a message that was charged. */
export async function forgetParts({ db }: Pick<Deps, 'db'>, messageId: string): Promise<void> {
  await db.delete(smppParts).where(eq(smppParts.messageId, messageId));
}

/** Removes parts of which the rest never came, and tells gateways that asked for reports. Nothing was charged for them. */
export async function dropIncomplete(deps: Deps): Promise<void> {
  await transact(deps, async (tx) => {
    const old = new Date(tx.now.getTime() - PARTS_MS);
    const gone = await tx.db.delete(smppParts).where(lt(smppParts.at, old)).returning();
    const incomplete = [...Map.groupBy(gone, ({ messageId }) => messageId).values()].flatMap((parts) => {
      const told = parts.find(({ report }) => report !== null);
      return told && parts.length < told.parts ? [told] : [];
    });
    for (const { messageId, keyId, userId, report, source, at } of incomplete) {
      await tx.db.execute(template`
        insert into smpp_messages (message_id, key_id, user_id, report, source, at)
        values (${messageId}::uuid, ${keyId}::uuid, ${userId}::uuid, ${report}, ${source}, ${at.toISOString()}::timestamptz)
        on conflict do nothing`);
    }
    await queueReports(
      tx,
      incomplete.map(({ messageId, number }) => ({ messageId, number, status: 'expired' })),
    );
  });
}
