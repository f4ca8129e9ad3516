import { sql as template } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../../platform/events/transact.ts';
import type { Discrepancy } from './check.ts';
import { ACCOUNT_RULES, MOVEMENT_RULES } from './movement-rules.ts';
import { RULES } from './rules.ts';

/**
 * A part of the books that is proved at a time. Entries and accounts take work that is bounded however much
 * there is; what the other rules look at has no entry of its own, and each of them is a part.
 */
export const proofPart = z.discriminatedUnion('of', [
  /** Ledger entries behind `after`, up to and with `upto`. */
  z.object({ of: z.literal('entries'), after: z.number().int(), upto: z.number().int() }),
  /** So many accounts behind this one, in the order of their ids; null: from the first on. */
  z.object({ of: z.literal('accounts'), after: z.uuid().nullable(), count: z.number().int() }),
  z.object({ of: z.literal('rule'), rule: z.string() }),
]);
export type ProofPart = z.infer<typeof proofPart>;

const brokenRow = z.object({
  subject: z.string(),
  user_id: z.string().nullish(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
});

/** What the rules are asked of. */
export interface Queries {
  unsafe(text: string): PromiseLike<readonly Record<string, unknown>[]>;
}

export interface Difference extends Discrepancy {
  /** Whose money it is, where that can be said. */
  userId: string | null;
}

const PROVED_BY_PARTS = new Set([...MOVEMENT_RULES, ...ACCOUNT_RULES].map(({ rule }) => rule));

/** The rules that a pass proves one by one, after entries and accounts. */
export const OTHER_RULES = RULES.filter(({ rule }) => !PROVED_BY_PARTS.has(rule)).map(({ rule }) => rule);

/** Proves a part of the books, each rule in a statement of its own beside traffic. */
export async function provePart(sql: Queries, part: ProofPart): Promise<Difference[]> {
  switch (part.of) {
    case 'entries':
      return findBroken(sql, MOVEMENT_RULES, `with ${entriesSql(part)}`);
    case 'accounts':
      return findBroken(sql, ACCOUNT_RULES, `with ${accountsSql(part)}`);
    case 'rule':
      return findBroken(
        sql,
        RULES.filter(({ rule }) => rule === part.rule),
        '',
      );
  }
}

async function findBroken(
  sql: Queries,
  rules: readonly { rule: string; broken: string }[],
  over: string,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const { rule, broken } of rules) {
    const rows = await sql.unsafe(`${over} ${broken} limit ${MOST_OF_A_RULE}`);
    for (const row of rows) {
      const { user_id: userId, ...found } = brokenRow.parse(row);
      differences.push({ rule, ...found, userId: userId ?? null });
    }
  }
  return differences;
}

/** More of one kind say nothing new. */
const MOST_OF_A_RULE = 100;

const entriesSql = ({ after, upto }: { after: number; upto: number }) => `
  moved as materialized (
    select * from ledger_entries where seq > ${after} and seq <= ${upto}
  ),
  charges as materialized (
    select distinct coalesce(t.refunds_transaction_id, t.id) as id
    from moved e join transactions t on t.id = e.transaction_id
  ),
  accounts as materialized (select distinct user_id as id from moved)`;

const accountsSql = ({ after, count }: { after: string | null; count: number }) => `
  accounts as materialized (
    select id from users ${after === null ? '' : `where id > '${after}'`} order by id limit ${count}
  )`;

/** An open transaction, for `provePart`: its texts are made of rules, and of numbers and ids of our own. */
export const inTransaction = (tx: Transaction): Queries => ({
  unsafe: (text) => tx.db.execute(template.raw(text)),
});
