import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Wording } from '../../src/platform/kit/faults.ts';
import { fromZero, money, partial, refersTo, time } from '../columns.ts';
import { users, ofUser } from './accounts.ts';
import {
  ADJUSTMENT_KINDS,
  CHAINS,
  COIN_IDS,
  type Doubt,
  RESELLER_PLAN_IDS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../enums.ts';
import { quotes } from './quotes.ts';

/** The money that the customer sees: purchases, charges, refunds, orders. */
export const transactions = pgTable(
  'transactions',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    type: t.text({ enum: TRANSACTION_TYPES }).notNull(),
    /** Never negative; the type says the direction. */
    amount: money({ precision: 10, scale: 2 }).notNull(),
    /** Its owner's own words, and nothing else; empty where the ledger names it, by `wording`. */
    description: t.text().notNull().default(''),
    wording: t.jsonb().$type<Wording>(),
    status: t.text({ enum: TRANSACTION_STATUSES }).notNull(),
    /** Signed; equal to this transaction's ledger entry, zero where it has none. */
    balanceChange: fromZero({ precision: 10, scale: 2 }, '0.00'),
    balanceAfter: money({ precision: 10, scale: 2 }),
    cryptocurrency: t.text({ enum: COIN_IDS }),
    /** In the coin, a decimal string. */
    cryptoAmount: t.text(),
    cryptoAddress: t.text(),
    /**
     * The quote that is paid; null for payments from before there were quotes, and for those that are not in a coin.
     */
    quoteId: t.uuid().references(() => quotes.id),
    /** The amount that arrived for a verified payment, if it differs from the amount; a surplus is included. */
    receivedAmount: money({ precision: 10, scale: 2 }),
    /** The same in the coin, where that was said; it makes the pounds at the payment's own rate. */
    receivedCryptoAmount: t.text(),
    /** Normalised: hex in lower case, base58 as it is. */
    transactionHash: t.text(),
    /** Which output of it, or which of its logs, from 0; null: not known, and then all of them. */
    outputIndex: t.integer(),
    /** The chain the hash lives on; ETH and USDT_ERC20 share one. */
    chain: t.text({ enum: CHAINS }),
    /** A reversed payment whose hash may be used again. */
    hashFreed: t.boolean().notNull().default(false),
    receiptImage: t.text(),
    /** When what is paid in a coin was submitted: later than an order was placed. */
    submittedAt: time(),
    /** The order that a purchase of credit is meant for. */
    settlesTransactionId: t.uuid().references((): AnyPgColumn => transactions.id),
    refundsTransactionId: t.uuid().references((): AnyPgColumn => transactions.id),
    /** The other account's side of a credit transfer. */
    counterpartTransactionId: t.uuid().references((): AnyPgColumn => transactions.id),
    resellerPackage: t.text({ enum: RESELLER_PLAN_IDS }),
    trunkId: t.uuid('voice_package_id'),
    /** A charge for a number says which one, E.164, and the carrier that it comes from. */
    soldNumber: t.text(),
    soldOf: t.text(),
    /** An administrator's own words; the ledger's are in `reasonWording`. */
    reason: t.text(),
    reasonWording: t.jsonb().$type<Wording>(),
    /** The accountant's kind of an administrator's adjustment; null where the ledger names it by `wording`. */
    adjustmentKind: t.text({ enum: ADJUSTMENT_KINDS }),
    createdAt: time().notNull(),
    settledAt: time(),
    settledBy: ofUser(),
    /** The reasons against a verified payment; null if there were none. */
    verifiedDespite: t.jsonb().$type<Doubt[]>(),
  }),
  (table) => [
    index('transactions_user').on(table.userId, table.id),
    // The queue of payments; what issues invoices for top-ups; what looks for the refunds of a charge.
    partial(index('transactions_pending').on(table.id), sql`${table.status} = 'pending'`),
    partial(index('transactions_verified').on(table.settledAt), sql`${table.status} = 'verified'`),
    partial(
      index('transactions_refunds').on(table.refundsTransactionId),
      sql`${table.refundsTransactionId} is not null`,
    ),
    // The rows that the figures list below numbers and packages.
    partial(index('transactions_numbers').on(table.id), sql`${table.type} = 'did_purchase'`),
    index('transactions_packages')
      .on(table.settledAt)
      .where(sql`${table.type} in ('reseller_package', 'voice_package')`),
    partial(index('transactions_voice_package').on(table.trunkId), sql`${table.trunkId} is not null`),
    // An order is placed once, however often the button is clicked.
    uniqueIndex('transactions_voice_order_once')
      .on(table.trunkId)
      .where(sql`${table.type} = 'voice_package' and ${table.status} = 'pending'`),
    uniqueIndex('transactions_reseller_order_once')
      .on(table.userId, table.resellerPackage)
      .where(sql`${table.type} = 'reseller_package' and ${table.status} = 'pending'`),
    // One payment on a chain is credited once, even if several customers submit it several times.
    uniqueIndex('transactions_output_once')
      .on(table.chain, table.transactionHash, sql`coalesce(${table.outputIndex}, -1)`)
      .where(sql`${table.transactionHash} is not null and ${table.status} = 'verified' and not ${table.hashFreed}`),
    // Several customers may claim one payment, but each of them only once.
    uniqueIndex('transactions_output_claimed_once')
      .on(table.chain, table.transactionHash, sql`coalesce(${table.outputIndex}, -1)`, table.userId)
      .where(
        sql`${table.transactionHash} is not null and ${table.status} in ('pending', 'verified') and not ${table.hashFreed}`,
      ),
    uniqueIndex('transactions_quote_once')
      .on(table.quoteId)
      .where(sql`${table.quoteId} is not null and ${table.status} in ('pending', 'verified')`),
    check('transactions_amount_not_negative', sql`${table.amount} >= 0`),
    // The administrators' history of payments, filtered within the index; of one customer; their search for
    // a hash.
    index('transactions_decided_payments')
      .on(table.settledAt, table.id, table.status, table.cryptocurrency, table.amount)
      .where(sql`${table.cryptocurrency} is not null and ${table.status} in ('verified', 'failed')`),
    index('transactions_payments_of_user')
      .on(table.userId, table.id)
      .where(sql`${table.cryptocurrency} is not null`),
    index('transactions_payment_hash')
      .on(sql`${table.transactionHash} text_pattern_ops`)
      .where(sql`${table.cryptocurrency} is not null`),
    // It finds whether an upload is still needed; the payment of an order.
    partial(index('transactions_receipt').on(table.receiptImage), sql`${table.receiptImage} is not null`),
    index('transactions_settles')
      .on(table.settlesTransactionId)
      .where(sql`${table.settlesTransactionId} is not null`),
    check(
      'transactions_received',
      sql`(${table.receivedAmount} is null and ${table.receivedCryptoAmount} is null)
        or (${table.receivedAmount} is not null and ${table.receivedAmount} > 0 and ${table.status} = 'verified')`,
    ),
    check('transactions_output_index', sql`${table.outputIndex} >= 0`),
    check('transactions_hash_has_chain', sql`${table.transactionHash} is null or ${table.chain} is not null`),
  ],
);

/** The id of a transaction. */
export const ofTransaction = () => uuid().references(() => transactions.id);

/** Every change of a balance. The sum of a user's entries is their `credits`. Rows are only ever added. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  (t) => ({
    id: t.uuid().primaryKey(),
    /** The order of a user's entries: the number is assigned while the user's row is locked. */
    seq: t.bigserial({ mode: 'number' }).notNull(),
    userId: ofUser().notNull(),
    amount: money({ precision: 10, scale: 2 }).notNull(),
    balanceAfter: money({ precision: 10, scale: 2 }).notNull(),
    transactionId: ofTransaction().notNull(),
    createdAt: time().notNull(),
  }),
  (table) => [
    index('ledger_entries_user').on(table.userId, table.seq),
    uniqueIndex('ledger_entries_seq').on(table.seq),
    // Where a statement begins and ends.
    index('ledger_entries_user_time').on(table.userId, table.createdAt, table.seq),
    // A transaction moves a balance once; a second settlement fails here, whatever the code above it does.
    uniqueIndex('ledger_entries_once').on(table.transactionId),
    check('ledger_entries_balance_not_negative', sql`${table.balanceAfter} >= 0`),
  ],
);

/** Every change of what an account owes. The sum of a user's entries is their `owed`. Rows are only ever added. */
export const debtEntries = pgTable(
  'debt_entries',
  (t) => ({
    id: t.bigserial({ mode: 'number' }).primaryKey(),
    userId: ofUser().notNull(),
    amount: money({ precision: 12, scale: 2 }).notNull(),
    owedAfter: money({ precision: 12, scale: 2 }).notNull(),
    transactionId: ofTransaction().notNull(),
    createdAt: time().notNull(),
  }),
  (table) => [
    index('debt_entries_user').on(table.userId, table.id),
    uniqueIndex('debt_entries_once').on(table.transactionId),
    check('debt_entries_owed_not_negative', sql`${table.owedAfter} >= 0`),
  ],
);

/** First answers to requests that carried an `Idempotency-Key`, kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  (t) => ({
    userId: refersTo(() => users.id, { onDelete: 'cascade' }).notNull(),
    method: t.text().notNull(),
    path: t.text().notNull(),
    key: t.text().notNull(),
    /** SHA-256 of the body as it came. */
    bodyHash: t.text().notNull(),
    status: t.integer().notNull(),
    response: t.text().notNull(),
    createdAt: time().notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.userId, table.method, table.path, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
);
