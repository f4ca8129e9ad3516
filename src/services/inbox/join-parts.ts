import { and, count, eq, sql as template } from 'drizzle-orm';
import { receivedParts } from '../../../db/schema/index.ts';
import { decodeText, type RawText } from '../../carriers/alphabets.ts';
import type { IncomingSms } from '../../carriers/incoming-sms.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { storable } from '../../platform/kit/storable.ts';
import type { Received } from './delivery.ts';

/** Stands for parts that did not come. */
const GAP = '[…]';

/** The text of parts of one message: their octets are joined before they are decoded. */
export function textOf(parts: readonly (typeof receivedParts.$inferSelect)[]): string {
  const runs: (RawText | string)[] = [];
  let next = 1;
  for (const { part, octets, alphabet, text } of parts.toSorted((one, other) => one.part - other.part)) {
    if (part > next) runs.push(GAP);
    next = part + 1;
    const last = runs.at(-1);
    if (octets === null || alphabet === null) runs.push(text);
    else if (typeof last === 'object' && last.alphabet === alphabet)
      last.octets = Buffer.concat([last.octets, Buffer.from(octets, 'base64')]);
    else runs.push({ octets: Buffer.from(octets, 'base64'), alphabet });
  }
  if (parts.some((part) => part.parts >= next)) runs.push(GAP);
  return runs.map((run) => (typeof run === 'string' ? run : decodeText(run))).join('');
}

interface Part extends Received {
  part: NonNullable<IncomingSms['part']>;
  key: PartsKey;
}

/**
 * Puts long messages together.
 * @returns for each message in its place: itself, or the complete one if it is a last part, or null
 */
export async function joinParts(tx: Transaction, received: readonly Received[]): Promise<(IncomingSms | null)[]> {
  const joined = received.map(({ message }) => (message.part ? null : message));
  const parts = received.flatMap(({ provider, message }, place) => {
    const { from, to, part } = message;
    if (!part) return [];
    // With the count, because references are used again.
    const reference = `${part.reference}/${part.count}`;
    const key = { provider, fromNumber: from, toNumber: to, reference };
    return [{ place, part: { provider, message, part, key } }];
  });
  // Locked in one order everywhere. Parts of one message keep theirs.
  const sorted = parts.toSorted((one, other) => compare(lockOf(one.part.key), lockOf(other.part.key)));
  for (const { place, part } of sorted) joined[place] = await join(tx, part);
  return joined;
}

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** The values that the parts of one message share. */
export interface PartsKey extends Record<string, unknown> {
  provider: string;
  fromNumber: string;
  toNumber: string;
  reference: string;
}

export const isSameMessage = ({ provider, fromNumber, toNumber, reference }: PartsKey) =>
  and(
    eq(receivedParts.provider, provider),
    eq(receivedParts.fromNumber, fromNumber),
    eq(receivedParts.toNumber, toNumber),
    eq(receivedParts.reference, reference),
  );

const lockOf = ({ provider, fromNumber, toNumber, reference }: PartsKey): string =>
  JSON.stringify([provider, fromNumber, toNumber, reference]);

/** Parts of one message are stored one after the other, so that the last one sees all others. */
export const lockParts = (tx: Transaction, key: PartsKey) =>
  tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${lockOf(key)}, 0))`);

type Row = typeof receivedParts.$inferInsert & PartsKey;

/** @returns whether it was not there */
async function add(tx: Transaction, row: Row): Promise<boolean> {
  const added = await tx.db.insert(receivedParts).values(row).onConflictDoNothing().returning();
  return added.length > 0;
}

/**
 * Tells whether the place of a part already holds another text: telephones use their references again, while
 * parts of an earlier message may still wait for others that never come.
 */
async function isOfAnother(tx: Transaction, row: Row): Promise<boolean> {
  const [known] = await tx.db
    .select()
    .from(receivedParts)
    .where(and(isSameMessage(row), eq(receivedParts.part, row.part)));
  return known !== undefined && (known.text !== row.text || known.octets !== row.octets);
}

/** The complete message once its last part has arrived; until then null. */
async function join(tx: Transaction, { message, part, key }: Part): Promise<IncomingSms | null> {
  const same = isSameMessage(key);
  await lockParts(tx, key);
  const row = {
    ...{ ...key, part: part.number, parts: part.count, text: storable(message.text) },
    octets: part.raw?.octets.toString('base64') ?? null,
    alphabet: part.raw?.alphabet ?? null,
    receivedAt: tx.now,
  };
  if (!(await add(tx, row)) && (await isOfAnother(tx, row))) {
    await tx.db
      .update(receivedParts)
      .set({ reference: `${key.reference} ${newId(tx.clock)}` })
      .where(same);
    await add(tx, row);
  }
  const [there] = await tx.db.select({ parts: count() }).from(receivedParts).where(same);
  if ((there?.parts ?? 0) < part.count) return null;
  const parts = await tx.db.delete(receivedParts).where(same).returning();
  return { ...message, text: textOf(parts), part: null };
}
