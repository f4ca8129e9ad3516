import { sql } from 'drizzle-orm';
import { check, index, pgTable } from 'drizzle-orm/pg-core';
import { money, partial, time } from '../columns.ts';
import { type TRUNK_RINGS, LINE_KINDS } from '../enums.ts';
import { ofUser } from './accounts.ts';
import { ofTransaction } from './ledger.ts';

/** The telephones of a trunk ring all at once, or one after the other, each for as long. */
export type TrunkRing = (typeof TRUNK_RINGS)[number];

/** The sound for a caller: a recording, where there is one, or else a text that a voice reads out. */
interface AnswerGreeting {
  /** May be empty beside a recording. */
  greeting: string;
  /** The path of an upload, as `objectPath` gives it. */
  recording?: string | undefined;
}

/** The act of an answer plan's step with a call. */
export type AnswerAction =
  /** Calls another number, E.164, for so many seconds: a leg that its owner pays for. */
  | { kind: 'forward'; number: string; ringSeconds: number }
  /** Rings what is registered with a trunk of its owner, for so many seconds. By the SIP edge. */
  | { kind: 'trunk'; trunkId: string; ring: TrunkRing; ringSeconds: number }
  /** Lets the caller choose: 1 goes on with the next step, 2 takes a message. */
  | ({ kind: 'menu' } & AnswerGreeting)
  | ({ kind: 'voicemail' } & AnswerGreeting)
  | { kind: 'busy' };

/** When a step counts: on these days of the week, 1 for Monday, between two times of the day as `HH:MM`. */
export interface AnswerHours {
  days: number[];
  from: string;
  to: string;
}

/** One step; without hours it always counts. */
export type AnswerStep = AnswerAction & { hours: AnswerHours | null };

/** The steps of a call to a number: those that count at that time, one after the other. */
export interface AnswerPlan {
  /** An IANA name, in which the hours are meant. */
  timeZone: string;
  steps: AnswerStep[];
}

/**
 * A telephone number that somebody holds or has bought. There is one row for each number. An account that
 * takes a free number takes over its row, with a new id, so that a number can never belong to two accounts.
 */
export const didNumbers = pgTable(
  'did_numbers',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    /** E.164. */
    number: t.text().notNull().unique(),
    country: t.text().notNull(),
    countryCode: t.text().notNull(),
    /** The price that its owner pays, as of the last payment. */
    monthlyPrice: money({ precision: 8, scale: 2 }).notNull(),
    /** `provisioning` is paid for and not yet bought at the carrier. */
    status: t
      .text({ enum: ['reserved', 'provisioning', 'active'] })
      .notNull()
      .default('reserved'),
    purchasedAt: time(),
    /** Months paid since the purchase: the expiry is counted from there. */
    monthsPaid: t.integer().notNull().default(0),
    /** A hold ends then. */
    expiresAt: time().notNull(),
    autoRenew: t.boolean().notNull().default(false),
    /** Its owner's name for it. */
    name: t.text(),
    /** It carries messages and calls, as its carrier said when it was chosen; null: it did not say. */
    carriesMessages: t.boolean(),
    carriesCalls: t.boolean(),
    /** Messages that come in go to its owner by mail too. */
    mailMessages: t.boolean().notNull().default(false),
    /** Missed calls and voicemails go to its owner by mail too. */
    mailCalls: t.boolean().notNull().default(false),
    /** The steps of a call to it; null: its caller hears the busy tone. */
    answerPlan: t.jsonb().$type<AnswerPlan>(),
    /** The charge for its purchase. */
    transactionId: ofTransaction(),
    /** The carrier that sells it. */
    provider: t.text(),
    /** The carrier's own id of it; null where nothing has to be given back there. */
    carrierNumberId: t.text('provider_number_id'),
    /** While `provisioning`: until when the process that claimed it may still work on it. */
    claimedUntil: time(),
    /** The expiry that its owner was told of. */
    noticedExpiry: time(),
    /** The expiry at which the credit was too low for automatic renewal. */
    refusedExpiry: time(),
  }),
  (table) => [
    index('did_numbers_user').on(table.userId, table.id),
    partial(index('did_numbers_expiry').on(table.expiresAt), sql`${table.status} = 'active'`),
    partial(index('did_numbers_carrier').on(table.provider), sql`${table.status} = 'active'`),
    partial(index('did_numbers_holds').on(table.expiresAt), sql`${table.status} = 'reserved'`),
    partial(index('did_numbers_provisioning').on(table.id), sql`${table.status} = 'provisioning'`),
    // Every number that somebody has was paid for.
    check(
      'did_numbers_paid',
      sql`${table.status} = 'reserved' or (${table.transactionId} is not null and ${table.purchasedAt} is not null and ${table.monthsPaid} > 0)`,
    ),
  ],
);

/** The carriers' facts about numbers that messages go to. A row is written before its carrier is asked. */
export const numberFacts = pgTable(
  'number_facts',
  (t) => ({
    /** E.164. */
    number: t.text().primaryKey(),
    /** The carrier that was asked. */
    carrier: t.text().notNull(),
    /** The account for whose message it was asked; no foreign key, as the row is gone before the account could be. */
    askedFor: t.uuid().notNull(),
    askedAt: time().notNull(),
    /** Null: the carrier has not answered. */
    kind: t.text({ enum: LINE_KINDS }),
    /** ISO 3166-1 alpha-2. */
    country: t.text(),
    /** The mobile country code and the mobile network code. */
    network: t.text(),
    networkName: t.text(),
    ported: t.boolean(),
  }),
  (table) => [index('number_facts_age').on(table.askedAt), index('number_facts_asked_for').on(table.askedFor)],
);
