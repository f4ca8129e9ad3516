import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { partial, time } from '../columns.ts';
import { CHAINS, COIN_IDS } from '../enums.ts';
import { ofUser } from './accounts.ts';
import { ofTransaction } from './ledger.ts';

/** How far the watcher has looked at each of our addresses. */
export const walletPositions = pgTable(
  'wallet_positions',
  (t) => ({
    cryptocurrency: t.text({ enum: COIN_IDS }).notNull(),
    address: t.text().notNull(),
    /** One customer was given it for a payment; otherwise all are. */
    isOwnAddress: t.boolean().notNull().default(false),
    /** Where the next look begins, in a form of its chain's own; null before the first look. */
    position: t.jsonb().$type<unknown>(),
    /** The newest block that was looked at, and when it was first seen; null for a chain that is not counted in blocks. */
    height: t.integer(),
    movedAt: time(),
    /** When a look last reached the end of the chain; null before the first time. */
    lookedAt: time(),
    /** When the looks began to fail, how often they have, and why; null and 0 where the last one did not. */
    failingSince: time(),
    failures: t.integer().notNull().default(0),
    fault: t.text(),
    nextLookAt: time().notNull(),
    /** When it was last the address that customers get. */
    inUseAt: time().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.cryptocurrency, table.address] })],
);

/** The payments that arrived at our addresses, as the watcher saw them. Rows are never deleted. */
export const walletTransfers = pgTable(
  'wallet_transfers',
  (t) => ({
    id: t.uuid().primaryKey(),
    cryptocurrency: t.text({ enum: COIN_IDS }).notNull(),
    chain: t.text({ enum: CHAINS }).notNull(),
    address: t.text().notNull(),
    /** In the normal form of its chain. */
    transactionHash: t.text().notNull(),
    /** Which output of it, or which of its logs; null where the chain does not show them: then the whole transaction. */
    outputIndex: t.integer(),
    /** In the coin, a decimal string. */
    amount: t.text().notNull(),
    seenAt: time().notNull(),
    /** When its address had last been looked at without it; null where it never had. */
    unseenAt: time(),
    /** Null while it is in no block. */
    blockTime: time(),
    confirmations: t.integer().notNull(),
    /** When its chain no longer had it; null while it is there. */
    goneAt: time(),
    /** It is looked up again: until it can no longer go away. */
    watched: t.boolean().notNull(),
    /** The payment that the watcher or an administrator made from it; null if there is none. */
    transactionId: ofTransaction(),
    /** When an administrator said that it is no customer's payment, who it was, and why. */
    dismissedAt: time(),
    dismissedBy: ofUser(),
    reason: t.text(),
  }),
  (table) => [
    // A transfer that is seen twice, or by two processes, is stored once.
    uniqueIndex('wallet_transfers_output_once').on(
      table.chain,
      table.transactionHash,
      sql`coalesce(${table.outputIndex}, -1)`,
    ),
    partial(index('wallet_transfers_watched').on(table.cryptocurrency, table.address), sql`${table.watched}`),
    index('wallet_transfers_address').on(table.address),
    index('wallet_transfers_transaction').on(table.transactionId),
    check('wallet_transfers_output_index', sql`${table.outputIndex} >= 0`),
    check('wallet_transfers_dismissed', sql`(${table.dismissedAt} is null) = (${table.dismissedBy} is null)`),
  ],
);

/** The addresses that were given to customers, one customer each. Rows are never deleted. */
export const ownAddresses = pgTable(
  'own_addresses',
  (t) => ({
    /** Which extended key it was derived from, and its index below. */
    keyId: t.text().notNull(),
    index: t.integer().notNull(),
    chain: t.text({ enum: CHAINS }).notNull(),
    address: t.text().notNull(),
    userId: ofUser().notNull(),
    givenAt: time().notNull(),
  }),
  (table) => [
    // An index that is given twice would leave open whose a payment is.
    primaryKey({ columns: [table.keyId, table.index] }),
    uniqueIndex('own_addresses_once').on(table.chain, table.address),
    index('own_addresses_user').on(table.userId),
    check('own_addresses_index', sql`${table.index} > 0`),
  ],
);
