import { z } from 'zod';
import type { Discrepancy } from './check.ts';
import { ACCOUNT_RULES, MOVEMENT_RULES, TRANSACTION_RULES } from './movement-rules.ts';
import { proveTotals, totalsPart } from './prove-totals.ts';
import type { Queries } from './queries.ts';
import { RULES } from './rules.ts';
import { allOf, rowsOf, CHECKED_TABLES } from './checked-tables.ts';

/** A part of the books that is proved in one step: its work is bounded, whatever the size of the database. */
export const proofPart = z.discriminatedUnion('of', [
  /** The ledger entries after `after`, up to and including `upto`. */
  z.object({ of: z.literal('entries'), after: z.number().int(), upto: z.number().int() }),
  /** A number of accounts after this one, in the order of their ids; null: from the first. */
  z.object({ of: z.literal('accounts'), after: z.uuid().nullable(), count: z.number().int() }),
  /** A number of rows of a table after this key, by every rule for these rows. */
  z.object({
    of: z.literal('rows'),
    table: z.enum(CHECKED_TABLES),
    after: z.string().nullable(),
    count: z.number().int(),
  }),
  totalsPart,
  /** One rule for the whole database: it checks exactly what seemed wrong in parts. */
  z.object({ of: z.literal('rule'), rule: z.string() }),
]);
export type ProofPart = z.infer<typeof proofPart>;

const brokenRow = z.object({
  subject: z.string(),
  user_id: z.string().nullish(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
});

export interface Difference extends Discrepancy {
  /** The account that the money belongs to, if it is known. */
  userId: string | null;
}

const PROVED_BY_PARTS = new Set([...MOVEMENT_RULES, ...ACCOUNT_RULES].map(({ rule }) => rule));

/** The rules for rows, which are proved after entries and accounts. */
const ROW_RULES = [...RULES.filter(({ rule }) => !PROVED_BY_PARTS.has(rule)), ...TRANSACTION_RULES];

/** Proves a part of the books, each rule in a separate statement during traffic. */
export async function provePart(sql: Queries, part: ProofPart): Promise<Difference[]> {
  switch (part.of) {
    case 'entries':
      return findBroken(sql, MOVEMENT_RULES, `with ${entriesSql(part)}`);
    case 'accounts':
      return findBroken(sql, ACCOUNT_RULES, `with ${accountsSql(part)}`);
    case 'rows':
      return findBroken(
        sql,
        ROW_RULES.filter(({ over }) => over === part.table),
        rowsOf(part),
      );
    case 'totals': {
      const wrong = await proveTotals(sql, part);
      // Rows may have changed while they were counted: only a difference that one exact statement confirms counts.
      const exact = await Promise.all(wrong.map((rule) => provePart(sql, { of: 'rule', rule })));
      return exact.flat();
    }
    case 'rule': {
      const rules = RULES.filter(({ rule }) => rule === part.rule);
      const [over] = rules.flatMap((rule) => rule.over ?? []);
      return findBroken(sql, rules, over ? allOf(over) : '');
    }
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

/** More violations of the same rule give no new information. */
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
