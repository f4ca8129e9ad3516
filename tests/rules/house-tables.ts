import { quiet } from './house-notify.ts';
import { eachFile, type Rule } from './rule.ts';
import {
  at,
  calledName,
  child,
  children,
  nameOf,
  type Node,
  quasisOf,
  type Syntax,
  TABLE_NAMES,
  TABLES,
  textsOf,
  type Write,
  writesIn,
} from './syntax.ts';
import { WRITERS } from './table-writers.ts';

const SERVER = /^src\/(?!demonstration\/)/;
const MONEY = /^src\/money\/(ledger|margins|allowances|pricing)\//;

const may = (path: string, table: string): boolean =>
  (WRITERS[table] ?? []).some((folder) => path.startsWith(`src/${folder}/`));

const ownTables = eachFile(
  'a table is written to by its own domain',
  {
    about: SERVER,
    broken: [
      'src/services/voice/other.ts',
      "import { smsMessages } from '../../../db/schema/index.ts'; await tx.db.delete(smsMessages);",
      "import { smsMessages as rows } from '../../../db/schema/index.ts'; await tx.db.update(rows).set({});",
      "import * as schema from '../../../db/schema/index.ts'; await tx.db.insert(schema.webhooks).values({});",
      "import { webhooks } from '../../../db/schema/index.ts'; const t = webhooks; await tx.db.delete(t);",
      'await sql`update did_numbers set status = 1`;',
      'await sql.unsafe(\'delete from "api_keys" where true\');',
      "import { webhooks } from '../../../db/schema/index.ts'; await db.execute(sql`delete from ${webhooks}`);",
      "await sql`delete from ${sql('webhooks')}`;",
    ],
  },
  (syntax) =>
    writesIn(syntax)
      .filter(({ table }) => !may(syntax.source.path, table))
      .map(({ start, table }) => `${at(syntax, start)} (${table})`),
);

/** The argument of `.set(…)` or `.values(…)` in a change. */
function givenTo(syntax: Syntax, { call }: Write): { node: Node; verb: string }[] {
  if (!call) return [];
  return syntax.nodes.flatMap((node) => {
    const verb = calledName(node);
    if (verb !== 'set' && verb !== 'values') return [];
    const callee = child(node, 'callee');
    const on = callee && child(callee, 'object');
    const given = children(node, 'arguments')[0];
    return on && given && on.start === call.start && on.end === call.end ? [{ node: given, verb }] : [];
  });
}

/** Columns that only the ledger sets: the balance, and what was spent, which is counted with the charge. */
const BALANCE = new Set(['credits', 'spentToday', 'spentOn', 'spentByCountry']);

/** Tells whether an object is written out whole, so that a reader sees every column. @returns the faulty part */
function hidden(syntax: Syntax, node: Node | undefined): boolean {
  if (!node) return true;
  if (node.type === 'ObjectExpression') {
    return children(node, 'properties').some((property) => {
      if (property.type === 'SpreadElement') return hidden(syntax, child(property, 'argument'));
      const key = child(property, 'key');
      const name = property.computed && key?.type === 'Identifier' ? undefined : nameOf(key);
      return name === undefined || BALANCE.has(name);
    });
  }
  if (node.type === 'ConditionalExpression') {
    return hidden(syntax, child(node, 'consequent')) || hidden(syntax, child(node, 'alternate'));
  }
  if (node.type === 'LogicalExpression') return hidden(syntax, child(node, 'right'));
  if (node.type === 'ParenthesizedExpression') return hidden(syntax, child(node, 'expression'));
  // A constant of this file is treated as its text.
  const constant = node.type === 'Identifier' ? syntax.constants.get(nameOf(node) ?? '') : undefined;
  return constant ? hidden(syntax, constant) : true;
}

/** Sets a column of the balance, or whatever a value holds: `set ${sql(change)}`. */
const SETS_BALANCE =
  /\bset\s+\?\s*(where|from|returning|$)|\bset\b[\s\S]*?\b(credits|spent_today|spent_on|spent_by_country)\s*=/i;

const balances = eachFile(
  'only the ledger changes balances',
  {
    about: /^src\//,
    // The profile's fields are a list of its own, an account's first columns a type; neither has a balance.
    except: new RegExp(
      `${MONEY.source}|^src/accounts/profile/update-profile.ts|^src/callers/registration/create-account.ts`,
    ),
    broken: [
      'src/accounts/profile/gift.ts',
      "import { users } from 'x'; await tx.db.update(users).set({ credits: amount });",
      "import { users } from 'x'; await tx.db.update(users).set({ 'credits': amount });",
      "import { users } from 'x'; export const give = (change: object) => tx.db.update(users).set(change);",
      "import { users } from 'x'; export const give = (c: object) => tx.db.update(users).set({ ...c });",
      "import { users as people } from 'x'; await tx.db.update(people).set({ credits: amount });",
      "import { users } from 'x'; await tx.db.update(users).set({ [column]: amount });",
      "import { users } from 'x'; const all = { credits: 1 }; await tx.db.insert(users).values(all);",
      'await sql`update users u set full_name = 1, credits = 2`;',
      "import { users } from 'x'; await tx.db.execute(sql`update ${users} set credits = 1`);",
      "await sql`update ${sql('users')} set credits = 1`;",
      'await sql`update users set ${sql(change)} where id = ${id}`;',
      'await sql`update ${users} set ${sql(change)}`;',
    ],
  },
  (syntax) =>
    writesIn(syntax)
      .filter(({ table, verb }) => table === 'users' && verb !== 'delete')
      .filter((write) =>
        write.sql === undefined
          ? givenTo(syntax, write).some(({ node }) => hidden(syntax, node)) || givenTo(syntax, write).length === 0
          : SETS_BALANCE.test(write.sql),
      )
      .map(({ start }) => at(syntax, start)),
);

const ledger = eachFile(
  'only the ledger writes entries and makes transactions',
  {
    about: /^(src|db)\/(?!demonstration)/,
    except: MONEY,
    broken: [
      'src/money/payments/entry.ts',
      "import { ledgerEntries } from 'x'; await tx.db.insert(ledgerEntries).values({});",
      "import { ledgerEntries } from 'x'; await tx.db.update(ledgerEntries).set({ amount });",
      "import { ledgerEntries } from 'x'; await tx.db.delete(ledgerEntries);",
      "import { transactions as t } from 'x'; await tx.db.insert(t).values({});",
      "import { transactions } from 'x'; await tx.db.delete(transactions);",
      'await sql`insert into "transactions" (id) values (1)`;',
      "await sql.unsafe('insert into ledger_entries select 1');",
    ],
  },
  (syntax) =>
    writesIn(syntax)
      .filter(({ table, verb }) => table === 'ledger_entries' || (table === 'transactions' && verb !== 'update'))
      .map(({ start }) => at(syntax, start)),
);

const asLedger = eachFile(
  'only the ledger lets its statements through',
  {
    about: /^(src|db|web|tests)\//,
    // The bench's peer charges by the same rules, in a program of its own.
    except: /^src\/money\/ledger\/|^tests\/rules\/|^tests\/bench\/peer\.mjs$/,
    broken: [
      'src/money/payments/through.ts',
      'await sql`update users set phone = 1 where as_ledger()`;',
      "await sql`select set_config('topline.ledger', statement_timestamp()::text, true)`;",
    ],
  },
  (syntax) =>
    textsOf(syntax)
      .filter(({ text }) => /as_ledger\s*\(|topline\.ledger/i.test(text))
      .map(({ start }) => at(syntax, start)),
);

const publishing = eachFile(
  'only transact publishes events',
  {
    about: /^(src|db)\//,
    except: /^src\/platform\/events\/(transact|expire|redact-events)\.ts$|^src\/demonstration\//,
    broken: [
      'src/money/payments/shout.ts',
      'await sql`insert into events (name) values (1)`;',
      "import { events as outbox } from 'x'; await tx.db.insert(outbox).values({});",
      "import { events } from 'x'; await tx.db.execute(sql`insert into ${events} default values`);",
    ],
  },
  (syntax) =>
    writesIn(syntax)
      .filter(({ table }) => table === 'events')
      .map(({ start }) => at(syntax, start)),
);

/** The query builder leaves out the table of a column in the selection of one table: a subquery then means its own. */
const namedColumns = eachFile(
  'a selected subquery names the table of each outer column',
  {
    about: SERVER,
    broken: [
      'src/services/inbox/name.ts',
      "import { conversations } from 'x'; template<string>`(select c.name from contacts c where c.id = ${conversations.id})`;",
    ],
  },
  (syntax) =>
    syntax.nodes
      .filter((node) => node.type === 'TaggedTemplateExpression' && child(node, 'typeArguments'))
      .flatMap((node) => {
        const quasi = child(node, 'quasi');
        if (!quasi || !/\(\s*select\b/.test(quasisOf(quasi).join(''))) return [];
        const given = children(quasi, 'expressions');
        const own = new Set(given.filter(({ type }) => type === 'Identifier').map(nameOf));
        return given.filter((value) => {
          const table = value.type === 'MemberExpression' ? nameOf(child(value, 'object')) : undefined;
          return table !== undefined && TABLES.has(table) && !own.has(table);
        });
      })
      .map(({ start }) => at(syntax, start)),
);

/** The rules of what stands in the database: who writes which table, and what only the ledger may. */
export const TABLE_RULES: readonly Rule[] = [ownTables, balances, ledger, asLedger, publishing, namedColumns, quiet];

/** Tables that the list of writers does not name, and names that are no tables. */
export const unlistedTables = (): string[] => {
  const listed = new Set(Object.keys(WRITERS));
  const missing = [...TABLE_NAMES].filter((table) => !listed.has(table));
  return [...missing, ...[...listed].filter((table) => !TABLE_NAMES.has(table))];
};
