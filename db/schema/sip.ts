import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';

/**
 * The SIP edge's data: its own tables and views, as Kamailio 5.6 defines them (its `usrloc` and `dialog` for PostgreSQL, with
 * `text` for texts of any length), and what its script writes. Several edges share it.
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
  (t) => ({
    id: t.serial().primaryKey(),
    ruid: t.text().notNull().default('').unique(),
    username: t.text().notNull().default(''),
    domain: t.text(),
    contact: t.text().notNull().default(''),
    received: t.text(),
    path: t.text(),
    expires: t
      .timestamp()
      .notNull()
      .default(sql`'2030-05-28 21:32:15'`),
    q: t.real().notNull().default(1),
    callid: t.text().notNull().default(''),
    cseq: t.integer().notNull().default(1),
    lastModified: t
      .timestamp()
      .notNull()
      .default(sql`'2000-01-01 00:00:01'`),
    flags: t.integer().notNull().default(0),
    cflags: t.integer().notNull().default(0),
    userAgent: t.text().notNull().default(''),
    socket: t.text(),
    methods: t.integer(),
    instance: t.text(),
    regId: t.integer().notNull().default(0),
    serverId: t.integer().notNull().default(0),
    connectionId: t.integer().notNull().default(0),
    keepalive: t.integer().notNull().default(0),
    partition: t.integer().notNull().default(0),
  }),
  (table) => [
    index('location_contact').on(table.username, table.domain, table.contact),
    index('location_expires').on(table.expires),
    index('location_connection').on(table.serverId, table.connectionId),
  ],
);

/**
 * Answered calls: with these rows an edge that was killed still ends them at their limit. It writes one for each, many in a
 * statement, and Kamailio reads them by the two views behind this when it starts.
 */
export const sipCalls = sip.table('calls', (t) => ({
  /** The dialog's two numbers at its edge, with a slash between. */
  numbers: t.text().primaryKey(),
  startTime: t.integer().notNull(),
  timeout: t.integer().notNull(),
  /** What else the edge knows of it, in hexadecimal digits, as KEEP_DIALOG in `kamailio.cfg` has it. */
  record: t.text().notNull(),
}));

/** Those calls as Kamailio's `dialog` reads them. What it writes here itself when it ends is left out by rules. */
export const sipDialog = sip
  .view('dialog', { hashEntry: integer(), hashId: integer(), callid: text(), startTime: integer() })
  .as(
    sql`select split_part(numbers, '/', 1)::integer as hash_entry, split_part(numbers, '/', 2)::integer as hash_id,
      f[1] as callid, f[2] as from_uri, f[3] as from_tag, f[4] as to_uri, f[5] as to_tag, f[6] as caller_cseq,
      f[7] as callee_cseq, nullif(f[8], '') as caller_route_set, nullif(f[9], '') as callee_route_set,
      f[10] as caller_contact, f[11] as callee_contact, f[12] as caller_sock, f[13] as callee_sock, 4 as state, start_time,
      timeout, 0 as sflags, f[14]::integer as iflags, 'TIME_IS_UP'::text as toroute_name, ''::text as req_uri,
      case when f[23] <> '' then '{"profiles":[{"name":"machine"}]}' end as xdata
      from sip.calls cross join lateral (select array(select encode(decode(one, 'hex'), 'escape')
        from unnest(string_to_array(record, ' ')) with ordinality as u (one, place) order by place) as f) r`,
  );

/** The edge's own data of those calls: our id, the carrier, who is shown as their caller. */
export const sipDialogVars = sip
  .view('dialog_vars', { hashEntry: integer(), hashId: integer(), dialogKey: text(), dialogValue: text() })
  .as(
    sql`select split_part(numbers, '/', 1)::integer as hash_entry, split_part(numbers, '/', 2)::integer as hash_id,
      key as dialog_key, encode(decode(split_part(record, ' ', 14 + place::integer), 'hex'), 'escape') as dialog_value
      from sip.calls cross join unnest(array['call', 'carrier', 'leg', 'placed', 'recorded', 'codecs', 'echo', 'relays', 'machine',
        '_uac_fu', '_uac_funew', '_uac_fdp', '_uac_fdpnew', '_uac_to', '_uac_tonew', '_uac_tdp', '_uac_tdpnew'])
        with ordinality as v (key, place)
      where split_part(record, ' ', 14 + place::integer) <> ''`,
  );

/**
 * Reports of edges about calls, until they are applied: a row is removed in the transaction that applies it.
 */
export const sipReports = sip.table(
  'reports',
  (t) => ({
    id: t.bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Our call's id, as the edge gives it. */
    callId: t.text().notNull(),
    kind: t.text({ enum: ['ringing', 'answered', 'sound', 'ended', 'failed'] }).notNull(),
    /** By the edge's clock. */
    at: time().notNull(),
    /** By the same clock, of a call that has ended: its bill needs no other report. */
    answeredAt: time(),
    /** The final answer, where it failed. */
    status: t.integer(),
    /** The carrier whose route it took last. */
    carrier: t.text(),
    /** For a call to the echo: the packets of sound so far, from the telephone system and back to it. */
    heard: t.integer(),
    sent: t.integer(),
    /** The quality of the sound, as both ends reported it by RTCP. */
    quality: t.jsonb(),
  }),
  (table) => [index('reports_call').on(table.callId, table.id)],
);

/**
 * SIP messages of calls that are traced, between an edge and the telephone system of their customer, for a day. Edges write
 * them by `sip.keep_trace`, which leaves out what would let somebody call or listen: answers to challenges, keys of sound.
 */
export const sipTraces = sip.table(
  'traces',
  (t) => ({
    id: t.bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Which side of the call: `out` has its caller, `in` the telephone that it rings. */
    side: t.text({ enum: ['out', 'in'] }).notNull(),
    /** The Call-ID of the INVITE with which the call began. */
    callId: t.text().notNull(),
    fromTag: t.text().notNull(),
    /** The direction from the edge's view: `in` came from the telephone system. */
    way: t.text({ enum: ['out', 'in'] }).notNull(),
    /** By the edge's clock. */
    at: time().notNull(),
    /** Its bytes, each as one character. */
    message: t.text().notNull(),
  }),
  (table) => [index('traces_call').on(table.callId, table.fromTag), index('traces_at').on(table.at)],
);

/** The state of a carrier's SIP route: the edge writes it each time it has asked. */
export const sipRouteHealth = sip.table(
  'route_health',
  (t) => ({
    carrier: t.text().notNull(),
    /** The edge's number. */
    edge: t.integer().notNull(),
    isUp: t.boolean().notNull().default(true),
    /** The newest answer to OPTIONS; 408 if there was none. */
    status: t.integer(),
    /** The newest answer to REGISTER; null where the edge does not register. */
    registered: t.integer(),
    /** When the carrier was asked last, by the database's clock. */
    at: time().notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.carrier, table.edge] })],
);

/** The state of each edge: it writes this whenever it changes, and every ten seconds. */
export const sipEdges = sip.table('edges', (t) => ({
  /** Its number. */
  edge: t.integer().primaryKey(),
  /** How many calls its answering machine can have at once; 0 without one. */
  slots: t.integer().notNull(),
  /** How many it has now. */
  taken: t.integer().notNull(),
  /** How many calls found none free since the edge was started. */
  full: t.integer().notNull(),
  /** By the database's clock. */
  at: time().notNull().defaultNow(),
}));
