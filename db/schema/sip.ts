import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgSchema,
  pgTable,
  primaryKey,
  real,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
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
  {
    callId: refersTo(() => voiceCalls.id).primaryKey(),
    /** For a call to a number: the trunk that it rings; null where it rings none. */
    trunkId: ofTrunk(),
    /** Where its edge answers JSON-RPC. */
    edge: text().notNull(),
    /** Its names in SIP: Call-ID, From tag and CSeq of the INVITE that was admitted. */
    sipCallId: text().notNull(),
    fromTag: text().notNull(),
    cseq: bigint({ mode: 'number' }).notNull(),
    /** Its topmost Via's branch: another one with these names is another request. */
    branch: text().notNull(),
    /** Address and port that it came from. */
    source: text().notNull(),
    /** Where carriers are chosen by cost: what was chosen, of which its edge takes one; null where nothing was. */
    routes: jsonb().$type<TrunkRoute[]>(),
    /**
     * For a call to a number that stays inside: the call or leg that leads to it, whose dialog it is. Null for one from
     * outside, and where no edge has that one.
     */
    placedBy: uuid().references(() => voiceCalls.id),
  },
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
  {
    legId: refersTo(() => voiceCalls.id).primaryKey(),
    /** Null for a number. */
    trunkId: ofTrunk(),
    /** The address is good until then. */
    expiresAt: time().notNull(),
    /** Call-ID, From tag and CSeq of the call that came by it, which has a channel of the trunk; null until one comes. */
    dialog: text(),
  },
  (table) => [index('trunk_rings_package').on(table.trunkId)],
);

/**
 * The SIP edge's data: its own tables, as Kamailio 5.6 defines them (its `usrloc` and `dialog` tables for
 * PostgreSQL, with `text` for texts of any length), and the reports that it writes for us. An edge that is
 * killed finds its calls and their limits here again; several edges share it.
 */
export const sip = pgSchema('sip');

/** Kamailio checks here whether the tables have the form that it knows. */
export const sipVersion = sip
  .view('version', { tableName: text(), tableVersion: integer() })
  .as(
    sql`select * from (values ('location', 9), ('dialog', 7), ('dialog_vars', 1), ('address', 6)) as v (table_name, table_version)`,
  );

/** The columns that Kamailio's `htable` reads. */
const HTABLE = { keyName: text(), keyType: integer(), valueType: integer(), keyValue: text(), expires: integer() };

/** The trunks that are asked by another algorithm than MD5, as Kamailio's `htable` reads them. */
export const sipDigests = sip.view('digests', HTABLE).as(
  sql`select username as key_name, 0 as key_type, 0 as value_type, digest_algorithm as key_value, 0 as expires
      from public.sip_credentials where digest_algorithm <> 'MD5'`,
);

/**
 * The addresses from which trunks call without registering, as Kamailio's `permissions` reads them: of group 1 by any
 * transport, of group 2 not by UDP. The tag names their trunks.
 */
export const sipAddress = sip
  .view('address', {
    id: bigint({ mode: 'number' }),
    grp: integer(),
    ipAddr: text(),
    mask: integer(),
    port: integer(),
    tag: text(),
  })
  .as(
    sql`select row_number() over () as id, case when over_udp then 1 else 2 end as grp, host(network)::varchar as ip_addr,
      masklen(network) as mask, 0 as port, string_agg('tl' || right(package_id::text, 12), ' ')::varchar as tag
      from public.trunk_addresses group by network, over_udp`,
  );

/** The trunks whose calls are traced now, as Kamailio's `htable` reads them. */
export const sipTraced = sip.view('traced', HTABLE).as(
  sql`select 'tl' || right(id::text, 12) as key_name, 0 as key_type, 0 as value_type, '1' as key_value, 0 as expires
      from public.voice_packages where traced_until > now()`,
);

/** The registrations, and their addresses. The times come from the edge, which runs in UTC. */
export const sipLocation = sip.table(
  'location',
  {
    id: serial().primaryKey(),
    ruid: text().notNull().default('').unique(),
    username: text().notNull().default(''),
    domain: text(),
    contact: text().notNull().default(''),
    received: text(),
    path: text(),
    expires: timestamp()
      .notNull()
      .default(sql`'2030-05-28 21:32:15'`),
    q: real().notNull().default(1),
    callid: text().notNull().default(''),
    cseq: integer().notNull().default(1),
    lastModified: timestamp()
      .notNull()
      .default(sql`'2000-01-01 00:00:01'`),
    flags: integer().notNull().default(0),
    cflags: integer().notNull().default(0),
    userAgent: text().notNull().default(''),
    socket: text(),
    methods: integer(),
    instance: text(),
    regId: integer().notNull().default(0),
    serverId: integer().notNull().default(0),
    connectionId: integer().notNull().default(0),
    keepalive: integer().notNull().default(0),
    partition: integer().notNull().default(0),
  },
  (table) => [
    index('location_contact').on(table.username, table.domain, table.contact),
    index('location_expires').on(table.expires),
    index('location_connection').on(table.serverId, table.connectionId),
  ],
);

/** The registrations that customers' screens were last told of, for each trunk that has any. */
export const trunkRegistrations = pgTable('trunk_registrations', {
  trunkId: ofTrunk().primaryKey(),
  /** A hash that distinguishes them from others. */
  told: text().notNull(),
});

/** The newest call of each trunk to the echo: it tries whether the telephone system can call, and costs nothing. */
export const trunkEchoes = pgTable('trunk_echoes', {
  trunkId: ofTrunk().primaryKey(),
  /** By this id its edge reports of it. */
  callId: uuid().notNull().unique(),
  sipCallId: text().notNull(),
  /** Address and port that it came from. */
  source: text().notNull(),
  calledAt: time().notNull(),
  answeredAt: time(),
  endedAt: time(),
  /** The last answer of SIP, where nobody answered. */
  sipStatus: integer(),
  /** Packets of sound that came from the telephone system; null where nothing counts them. */
  heard: integer(),
  /** Packets of sound that were sent back to it. */
  sent: integer(),
});

/** Answered calls. With these rows an edge that was killed still ends them at their limit. */
export const sipDialog = sip.table(
  'dialog',
  {
    id: serial().primaryKey(),
    hashEntry: integer().notNull(),
    hashId: integer().notNull(),
    callid: text().notNull(),
    fromUri: text().notNull(),
    fromTag: text().notNull(),
    toUri: text().notNull(),
    toTag: text().notNull(),
    callerCseq: text().notNull(),
    calleeCseq: text().notNull(),
    callerRouteSet: text(),
    calleeRouteSet: text(),
    callerContact: text().notNull(),
    calleeContact: text().notNull(),
    callerSock: text().notNull(),
    calleeSock: text().notNull(),
    state: integer().notNull(),
    startTime: integer().notNull(),
    timeout: integer().notNull().default(0),
    sflags: integer().notNull().default(0),
    iflags: integer().notNull().default(0),
    torouteName: text(),
    reqUri: text().notNull(),
    xdata: text(),
  },
  (table) => [index('dialog_hash').on(table.hashEntry, table.hashId)],
);

/** The edge's own data of those calls: our id, the carrier, when it was answered. */
export const sipDialogVars = sip.table(
  'dialog_vars',
  {
    id: serial().primaryKey(),
    hashEntry: integer().notNull(),
    hashId: integer().notNull(),
    dialogKey: text().notNull(),
    dialogValue: text().notNull(),
  },
  (table) => [index('dialog_vars_hash').on(table.hashEntry, table.hashId)],
);

/**
 * Reports of edges about calls, until they are applied: a row is removed in the transaction that applies it.
 */
export const sipReports = sip.table(
  'reports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Our call's id, as the edge gives it. */
    callId: text().notNull(),
    kind: text({ enum: ['ringing', 'answered', 'sound', 'ended', 'failed'] }).notNull(),
    /** By the edge's clock. */
    at: time().notNull(),
    /** By the same clock, of a call that has ended: its bill needs no other report. */
    answeredAt: time(),
    /** The final answer, where it failed. */
    status: integer(),
    /** The carrier whose route it took last. */
    carrier: text(),
    /** For a call to the echo: the packets of sound so far, from the telephone system and back to it. */
    heard: integer(),
    sent: integer(),
    /** The quality of the sound, as both ends reported it by RTCP. */
    quality: jsonb(),
  },
  (table) => [index('reports_call').on(table.callId, table.id)],
);

/**
 * SIP messages of calls that are traced, between an edge and the telephone system of their customer, for a day. Edges write
 * them by `sip.keep_trace`, which leaves out what would let somebody call or listen: answers to challenges, keys of sound.
 */
export const sipTraces = sip.table(
  'traces',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Which side of the call: `out` has its caller, `in` the telephone that it rings. */
    side: text({ enum: ['out', 'in'] }).notNull(),
    /** The Call-ID of the INVITE with which the call began. */
    callId: text().notNull(),
    fromTag: text().notNull(),
    /** The direction from the edge's view: `in` came from the telephone system. */
    way: text({ enum: ['out', 'in'] }).notNull(),
    /** By the edge's clock. */
    at: time().notNull(),
    /** Its bytes, each as one character. */
    message: text().notNull(),
  },
  (table) => [index('traces_call').on(table.callId, table.fromTag), index('traces_at').on(table.at)],
);

/** The state of a carrier's SIP route: the edge writes it each time it has asked. */
export const sipRouteHealth = sip.table(
  'route_health',
  {
    carrier: text().notNull(),
    /** The edge's number. */
    edge: integer().notNull(),
    isUp: boolean().notNull().default(true),
    /** The newest answer to OPTIONS; 408 if there was none. */
    status: integer(),
    /** The newest answer to REGISTER; null where the edge does not register. */
    registered: integer(),
    /** When the carrier was asked last, by the database's clock. */
    at: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.carrier, table.edge] })],
);

/** The state of each edge: it writes this whenever it changes, and every ten seconds. */
export const sipEdges = sip.table('edges', {
  /** Its number. */
  edge: integer().primaryKey(),
  /** How many calls its answering machine can have at once; 0 without one. */
  slots: integer().notNull(),
  /** How many it has now. */
  taken: integer().notNull(),
  /** How many calls found none free since the edge was started. */
  full: integer().notNull(),
  /** By the database's clock. */
  at: time().notNull().defaultNow(),
});
