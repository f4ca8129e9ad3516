import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { ofUser } from './accounts.ts';
import { ofTransaction } from './ledger.ts';
import { DIGEST_ALGORITHMS, RESELLER_PLAN_IDS, TRUNK_CODECS, TRUNK_PLAN_IDS } from '../enums.ts';

/**
 * A SIP trunk. It is active once its order is settled; until then its times are those that it would have. An
 * upgrade changes the row, so that minutes, credentials and expiry continue.
 */
export const trunks = pgTable(
  'voice_packages',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    planId: t.text('package_type', { enum: TRUNK_PLAN_IDS }).notNull(),
    planName: t.text('package_name').notNull(),
    /** Pounds for a year, a decimal string. */
    price: t.text().notNull(),
    features: t.text().array().notNull(),
    callMinutesIncluded: t.integer().notNull(),
    ivrEnabled: t.boolean().notNull().default(false),
    pbxFeaturesEnabled: t.boolean().notNull().default(false),
    conferenceCallsEnabled: t.boolean().notNull().default(false),
    voicemailEnabled: t.boolean().notNull().default(false),
    callForwardingEnabled: t.boolean().notNull().default(false),
    /** The day that the months of minutes are counted from. */
    purchasedAt: time().notNull(),
    expiresAt: time().notNull(),
    isActive: t.boolean().notNull().default(false),
    /** The plan of its newest upgrade order, which it gets once that order is settled. */
    upgradeTo: t.text({ enum: TRUNK_PLAN_IDS }),
    /** The start of the month that `minutesTaken` counts; in any other month nothing is taken yet. */
    minutesMonth: time(),
    /** Minutes used and set aside in that month. */
    minutesTaken: t.integer().notNull().default(0),
    /** How many calls it begins in a second at most, where its owner wants fewer than the operator; null: they do not. */
    callsASecond: t.integer(),
    /** The SIP messages of its calls are kept for their owner until then; null: they never were. */
    tracedUntil: time(),
    /** Where its calls in go instead of to what is registered: names or addresses, with a port or without. */
    callsInTo: t.text().array().notNull().default([]),
    /** The codecs offered to the called end, in this order; empty: those that the caller offers. */
    codecs: t.text({ enum: TRUNK_CODECS }).array().notNull().default([]),
    /** Its calls are recorded, behind an announcement to both ends. */
    recorded: t.boolean().notNull().default(false),
  }),
  (table) => [
    index('voice_packages_user').on(table.userId, table.id),
    check('voice_packages_minutes', sql`${table.minutesTaken} between 0 and ${table.callMinutesIncluded}`),
    check('voice_packages_pace', sql`${table.callsASecond} > 0`),
  ],
);

/** The id of a trunk. */
export const ofTrunk = () => uuid('package_id').references(() => trunks.id);

/** Minutes of a trunk that a call has set aside, and what it used of them in the end. */
export const trunkMinutes = pgTable(
  'package_minutes',
  (t) => ({
    id: t.uuid().primaryKey(),
    trunkId: ofTrunk().notNull(),
    callId: t.uuid().notNull(),
    /** The start of the trunk's month that they belong to. */
    month: time().notNull(),
    reserved: t.integer().notNull(),
    /** Null while the call is running. */
    used: t.integer(),
    reservedAt: time().notNull(),
  }),
  (table) => [
    uniqueIndex('package_minutes_call').on(table.callId, table.trunkId),
    index('package_minutes_month').on(table.trunkId, table.month),
    check('package_minutes_used', sql`${table.used} is null or ${table.used} between 0 and ${table.reserved}`),
  ],
);

/**
 * The credentials with which a trunk registers. Of the secret, only the two hashes are stored that digest
 * authentication needs, encrypted: each of user, realm and secret together.
 */
export const sipCredentials = pgTable('sip_credentials', (t) => ({
  trunkId: ofTrunk().primaryKey(),
  realm: t.text().notNull(),
  username: t.text().notNull().unique(),
  ha1Md5: t.text().notNull(),
  ha1Sha256: t.text().notNull(),
  /** The only one by which its edge asks it; of MD5, SHA-256 is taken as well from who offers it. */
  digestAlgorithm: t.text({ enum: DIGEST_ALGORITHMS }).notNull().default('MD5'),
  rotatedAt: time().notNull(),
}));

/**
 * Networks from which a trunk's telephone system calls without registering. Of any address and the digits that are
 * dialled before the number, one trunk at most is known.
 */
export const trunkAddresses = pgTable(
  'trunk_addresses',
  (t) => ({
    trunkId: ofTrunk().notNull(),
    network: t.cidr().notNull(),
    /** The digits before the number that name this trunk, where others call from there too; empty for none. */
    prefix: t.text().notNull().default(''),
    /** Calls are taken by UDP, where anybody can write any sender. */
    overUdp: t.boolean().notNull().default(false),
  }),
  (table) => [
    primaryKey({ columns: [table.trunkId, table.network] }),
    index('trunk_addresses_network').using('gist', table.network.op('inet_ops')),
  ],
);

/** The time that one settled order adds to a reseller's package. Rows are only ever added. */
export const resellerTerms = pgTable(
  'reseller_terms',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    /** The order. */
    transactionId: ofTransaction().notNull().unique(),
    plan: t.text({ enum: RESELLER_PLAN_IDS }).notNull(),
    /** The start of the uninterrupted run that this term continues: months are counted from there. */
    runStartedAt: time().notNull(),
    /** Months of that run, this term's included. */
    runMonths: t.integer().notNull(),
    startsAt: time().notNull(),
    expiresAt: time().notNull(),
  }),
  (table) => [index('reseller_terms_user').on(table.userId, table.id)],
);
