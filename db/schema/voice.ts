import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { fromZero, money, partial, refersTo, time } from '../columns.ts';
import { ofUser } from './accounts.ts';
import { ofTransaction } from './ledger.ts';
import {
  CALL_ORIGINS,
  CALL_STATUSES,
  INCOMING_OUTCOMES,
  RECORDING_STATUSES,
  ROUTE_REASONS,
  LANGUAGES,
} from '../enums.ts';
import type { AnswerAction } from './numbers.ts';

/** How sound arrived, on average over both directions of a call. */
export interface SoundQuality {
  /** Mean opinion score, from 1 to 5. */
  mos: number;
  /** Packets that did not arrive, in per cent. */
  lost: number;
  /** Milliseconds. */
  jitter: number;
  /** Milliseconds. */
  roundTrip: number;
}

/**
 * A call, from its order to its settlement. It is running until `endedAt` is set, and is settled at the same moment.
 */
export const voiceCalls = pgTable(
  'voice_calls',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    /**
     * The side that dials: we, for somebody at a screen, or the customer's own telephone system. A call to a customer's
     * number is `incoming`, and so is a leg of it that rings a trunk; a leg to another number is not.
     */
    origin: t.text({ enum: CALL_ORIGINS }).notNull().default('browser'),
    /** For a leg: the call that leads to it. A leg is charged as a call of its own. Null for every other call. */
    parentId: t.uuid().references((): AnyPgColumn => voiceCalls.id),
    callerId: t.text().notNull(),
    /** E.164. */
    destination: t.text().notNull(),
    /** Seconds, from the answer to the end. */
    duration: t.integer().notNull().default(0),
    /** `dialing` is from the claim on: the carrier may have it. */
    status: t.text({ enum: CALL_STATUSES }).notNull().default('completed'),
    recorded: t.boolean().notNull().default(false),
    ivrEnabled: t.boolean().notNull().default(false),
    callForwarding: t.boolean().notNull().default(false),
    /** Where it is forwarded to, E.164. */
    forwardingNumber: t.text(),
    voicemail: t.boolean().notNull().default(false),
    conferenceCall: t.boolean().notNull().default(false),
    /** A code: the call only reads this text aloud. It is shown to nobody. */
    says: t.text(),
    /** The language of that text and of all else that a voice reads out on this call: its owner's; null: English. */
    saysIn: t.text({ enum: LANGUAGES }),
    /** The price of a minute, as of the order. */
    rate: fromZero({ precision: 8, scale: 4 }),
    /** Charged once for the call, if credit pays for any part of it. */
    fee: fromZero({ precision: 8, scale: 4 }),
    /** Seconds. The first interval, and each one after it, is charged in full once it has begun. */
    firstInterval: t.integer().notNull().default(60),
    nextInterval: t.integer().notNull().default(60),
    /** The price that its reseller pays for it; null for a direct customer. */
    supplierRate: money({ precision: 8, scale: 4 }),
    supplierFee: money({ precision: 8, scale: 4 }),
    /** Credit and trunk minutes cover so much: the carrier ends the call after this many minutes. */
    maxMinutes: t.integer().notNull().default(0),
    /** Started minutes. */
    billedMinutes: t.integer().notNull().default(0),
    /** The seconds that count; null for older calls, which are billed by the minute. */
    billedSeconds: t.integer(),
    /** The billed minutes that a trunk paid for. */
    trunkMinutes: t.integer('package_minutes').notNull().default(0),
    /** Its charge when it was accepted: the credit set aside. */
    cost: money({ precision: 8, scale: 4 }).notNull(),
    /** The exact cost of its seconds; null until it has ended, and of calls from before this was kept. */
    exactCost: money({ precision: 8, scale: 4 }),
    /**
     * The final charge: whole pennies of the exact cost and of what calls before left. The same as `cost`
     * while the call is running.
     */
    actualCost: fromZero({ precision: 8, scale: 4 }),
    /** Our part of the final charge, without the reseller's; null for a direct customer. */
    supplierCost: money({ precision: 8, scale: 4 }),
    /** The part of the credit set aside that is not settled yet; zero once the call has ended. */
    setAside: fromZero({ precision: 8, scale: 4 }),
    /** The amount that a trunk minute counts against the spend limits. */
    trunkRate: money('package_rate', { precision: 8, scale: 4 }),
    /** The cheapest carrier's price for a minute and for the call, where that was higher than ours. */
    askedRate: money({ precision: 8, scale: 4 }),
    askedFee: money({ precision: 8, scale: 4 }),
    /**
     * The amount that a minute of the forwarded half counts against the limits. Only for calls from before
     * legs were charged: there only the first half was charged.
     */
    forwardRate: money({ precision: 8, scale: 4 }),
    /** The amount that the call counts against the spend limits: credit or the carrier's cost, and trunk minutes. */
    counted: money({ precision: 12, scale: 4 }),
    /** The prefix of the price list's row by which it was sold; null: at the flat price. */
    pricePrefix: t.text(),
    /** The charge; null if trunk minutes cover the longest call. */
    transactionId: ofTransaction(),
    carrierCost: money({ precision: 8, scale: 4 }),
    /** The carrier it was claimed for. */
    provider: t.text(),
    /** Where carriers are chosen by cost: why it was this one, and what it asks for a minute by its price list. */
    routeBy: t.text({ enum: ROUTE_REASONS }),
    routeRate: money({ precision: 8, scale: 4 }),
    /** The row of that list has this prefix. */
    routePrefix: t.text(),
    /** The request that ordered it; its carrier is told it, and traces go on from it. Null: a trunk's call, or one to a number. */
    requestId: t.text(),
    /** The call's cost by its carrier's price list; set when the call ends, null where the list has no price for it. */
    listCost: money({ precision: 12, scale: 4 }),
    carrierCallId: t.text('provider_call_id'),
    /** In the customer's words. */
    error: t.text(),
    /** The final answer of SIP to a call of a trunk that was not answered. */
    sipStatus: t.integer(),
    /**
     * The quality of the sound that its ends reported by RTCP, where its edge led it; null where one of them
     * reported none.
     */
    quality: t.jsonb().$type<SoundQuality>(),
    calledAt: time().notNull(),
    /** When more was set aside while it ran; null: never. */
    heldAt: time(),
    /** When it began to ring there; null: it never rang, or nobody said so. */
    rangAt: time(),
    answeredAt: time(),
    endedAt: time(),
    hangUpRequestedAt: time(),
    /**
     * While it is running: when a process has to check it, unless news comes first. After its end: when its
     * carrier, which still has it, is told to hang up.
     */
    dueAt: time(),
  }),
  (table) => [
    index('voice_calls_user').on(table.userId, table.id),
    // The traffic of a number; the administrators' search: the newest calls to and from one, of all accounts.
    index('voice_calls_any_to').on(table.destination, table.id),
    index('voice_calls_any_from').on(table.callerId, table.id),
    // Each new call counts the running ones.
    partial(index('voice_calls_under_way').on(table.userId), sql`${table.endedAt} is null`),
    partial(index('voice_calls_due').on(table.dueAt), sql`${table.dueAt} is not null`),
    uniqueIndex('voice_calls_transaction').on(table.transactionId),
    partial(index('voice_calls_legs').on(table.parentId), sql`${table.parentId} is not null`),
    check('voice_calls_settled', sql`${table.endedAt} is null or ${table.setAside} = 0`),
    check('voice_calls_billed', sql`${table.trunkMinutes} between 0 and ${table.billedMinutes}`),
  ],
);

/** The facts about a call to a customer's number, beside its call: the steps that it takes, and its result. */
export const incomingCalls = pgTable(
  'incoming_calls',
  (t) => ({
    callId: refersTo(() => voiceCalls.id).primaryKey(),
    userId: ofUser().notNull(),
    /** The carrier from which it came; `inside` where a trunk of ours called. */
    provider: t.text().notNull(),
    /** That carrier's id of it; our id of that trunk's call. */
    carrierCallId: t.text('provider_call_id').notNull(),
    /** The steps of the number's plan that counted when the call came. */
    steps: t.jsonb().$type<AnswerAction[]>().notNull(),
    /** The step that the call is at, from 0; after the last one it is hung up. */
    step: t.integer().notNull().default(0),
    /** The leg of this step, if it has one; its own row says whose it is. */
    legId: t.uuid(),
    outcome: t.text({ enum: INCOMING_OUTCOMES }).notNull().default('ringing'),
    /** Why the newest forwarding was refused, as a code of a problem. */
    notForwarded: t.text(),
    /** The words on its voicemail, where its carrier writes them down. */
    transcript: t.text(),
  }),
  (table) => [
    // A call that a carrier announces again is one call.
    uniqueIndex('incoming_calls_once').on(table.provider, table.carrierCallId),
    index('incoming_calls_user').on(table.userId, table.callId),
  ],
);

/** Callers that a customer does not want to hear of. */
export const blockedCallers = pgTable(
  'blocked_callers',
  (t) => ({
    userId: ofUser().notNull(),
    /** E.164, or as the carrier shows it. */
    number: t.text().notNull(),
    createdAt: time().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.userId, table.number] })],
);

/** A recording of a call, at its carrier first and then in the object store. A deleted one keeps its row. */
export const callRecordings = pgTable(
  'call_recordings',
  (t) => ({
    id: t.uuid().primaryKey(),
    callId: refersTo(() => voiceCalls.id).notNull(),
    provider: t.text().notNull(),
    /** The carrier's id of it. */
    carrierRecordingId: t.text('provider_recording_id').notNull(),
    status: t.text({ enum: [...RECORDING_STATUSES, 'deleted'] }).notNull(),
    /** Seconds, as the carrier says. */
    duration: t.integer(),
    contentType: t.text(),
    bytes: t.integer(),
    storageKey: t.text(),
    createdAt: time().notNull(),
    /** While `processing`, and while a deleted one is still at the carrier: when to try. */
    dueAt: time(),
    attempts: t.integer().notNull().default(0),
  }),
  (table) => [
    // A report that comes twice makes one recording.
    uniqueIndex('call_recordings_once').on(table.provider, table.carrierRecordingId),
    index('call_recordings_call').on(table.callId),
    partial(index('call_recordings_due').on(table.dueAt), sql`${table.dueAt} is not null`),
  ],
);
