import { sql } from 'drizzle-orm';
import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { partial, refersTo, time } from '../columns.ts';
import type { RouteReason } from '../enums.ts';
import { ofTrunk } from './trunks.ts';
import { voiceCalls } from './voice.ts';

/** A carrier that was chosen by cost, and why. */
export interface TrunkRoute {
  carrier: string;
  by: RouteReason;
  /** A minute, in pounds; null where no prices are known. */
  rate: string | null;
  /** The prefix of its price list’s row; null without one. */
  prefix: string | null;
}

/** A call that an edge carries has these beside any other call: the edge, and its trunk. */
export const trunkCalls = pgTable(
  'trunk_calls',
  (t) => ({
    callId: refersTo(() => voiceCalls.id).primaryKey(),
    /** For a call to a number: the trunk that it rings; null where it rings none. */
    trunkId: ofTrunk(),
    /** Where its edge answers JSON-RPC. */
    edge: t.text().notNull(),
    /** Its names in SIP: Call-ID, From tag and CSeq of the INVITE that was admitted. */
    sipCallId: t.text().notNull(),
    fromTag: t.text().notNull(),
    cseq: t.bigint({ mode: 'number' }).notNull(),
    /** Its topmost Via's branch: another one with these names is another request. */
    branch: t.text().notNull(),
    /** Address and port that it came from. */
    source: t.text().notNull(),
    /** Where carriers are chosen by cost: what was chosen, of which its edge takes one; null where nothing was. */
    routes: t.jsonb().$type<TrunkRoute[]>(),
    /**
     * For a call to a number that stays inside: the call or leg that leads to it, whose dialog it is. Null for one from
     * outside, and where no edge has that one.
     */
    placedBy: t.uuid().references(() => voiceCalls.id),
  }),
  (table) => [
    // An INVITE is answered once, however often the edge asks.
    uniqueIndex('trunk_calls_once').on(table.sipCallId, table.fromTag, table.cseq),
    partial(uniqueIndex('trunk_calls_placed_by').on(table.placedBy), sql`placed_by is not null`),
    index('trunk_calls_package').on(table.trunkId),
  ],
);

/**
 * Legs that call the edge by an address that is good for one call: over these a carrier's own API, or the edge's
 * answering machine, rings a trunk or calls another number. A call by the API to a number of ours has one as well.
 */
export const trunkRings = pgTable(
  'trunk_rings',
  (t) => ({
    legId: refersTo(() => voiceCalls.id).primaryKey(),
    /** Null for a number. */
    trunkId: ofTrunk(),
    /** The address is good until then. */
    expiresAt: time().notNull(),
    /** Call-ID, From tag and CSeq of the call that came by it, which has a channel of the trunk; null until one comes. */
    dialog: t.text(),
  }),
  (table) => [index('trunk_rings_package').on(table.trunkId)],
);

/** The registrations that customers' screens were last told of, for each trunk that has any. */
export const trunkRegistrations = pgTable('trunk_registrations', (t) => ({
  trunkId: ofTrunk().primaryKey(),
  /** A hash that distinguishes them from others. */
  told: t.text().notNull(),
}));

/** The newest call of each trunk to the echo: it tries whether the telephone system can call, and costs nothing. */
export const trunkEchoes = pgTable('trunk_echoes', (t) => ({
  trunkId: ofTrunk().primaryKey(),
  /** By this id its edge reports of it. */
  callId: t.uuid().notNull().unique(),
  sipCallId: t.text().notNull(),
  /** Address and port that it came from. */
  source: t.text().notNull(),
  calledAt: time().notNull(),
  answeredAt: time(),
  endedAt: time(),
  /** The last answer of SIP, where nobody answered. */
  sipStatus: t.integer(),
  /** Packets of sound that came from the telephone system; null where nothing counts them. */
  heard: t.integer(),
  /** Packets of sound that were sent back to it. */
  sent: t.integer(),
}));
