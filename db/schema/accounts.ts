import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { fromZero, money, partial, refersTo, time } from '../columns.ts';
import { CALLER_ID_TYPES, DUTIES, LANGUAGES, PERSON_ROLES, RESELLER_PLAN_IDS, ROLES, USER_STATUSES } from '../enums.ts';

export const users = pgTable(
  'users',
  (t) => ({
    id: t.uuid().primaryKey(),
    email: t.text().notNull(),
    /** The address that the account will have once it is confirmed from there. */
    pendingEmail: t.text(),
    /** When a link has shown that the present address is theirs; null: not yet. */
    emailConfirmedAt: time(),
    /** argon2id, in PHC string format. */
    password: t.text().notNull(),
    fullName: t.text().notNull(),
    company: t.text(),
    phone: t.text(),
    /** The language of this account's mails; null: not known, so English. */
    language: t.text({ enum: LANGUAGES }),
    /** Its messages are written so that they cost fewer parts. */
    cheaperSpelling: t.boolean().notNull().default(false),
    /** Where numbers without a country's code belong, as ISO 3166 has it (`NG`); null: not known. */
    country: t.text(),
    /** The version of the operator's terms that was accepted at registering; null: there were none, or nobody was asked. */
    termsVersion: t.text(),
    role: t.text({ enum: ROLES }).notNull().default('user'),
    /** The duty of an administrator who may do only this; null: everything. */
    duty: t.text({ enum: DUTIES }),
    /** When an administrator's duty was last changed: who may agree as the second one must not be new. */
    dutySince: time(),
    status: t.text({ enum: USER_STATUSES }).notNull().default('active'),
    /** An administrator suspended it: a reseller cannot activate it then. */
    suspendedByAdmin: t.boolean().notNull().default(false),
    /** Written by the ledger only, always together with an entry. */
    credits: fromZero({ precision: 10, scale: 2 }, '0.00'),
    /**
     * The account's debt to us: a payment that was reversed, or margins that were taken back, and for which
     * the credit was not enough. Only the ledger writes it. An account that owes has no credit: incoming
     * money pays the debt first.
     */
    owed: fromZero({ precision: 12, scale: 2 }, '0.00'),
    /** The rest of its calls’ cost beyond the pennies that were charged: less than a penny. Only the ledger writes it. */
    callRemainder: fromZero({ precision: 6, scale: 4 }),
    /** The same at the price that its reseller pays; this may lag a penny behind. Zero for a direct customer. */
    supplierRemainder: fromZero({ precision: 6, scale: 4 }),
    /** The account's credit is trial credit: nothing else was paid in yet. Only the ledger writes it. */
    onTrial: t.boolean().notNull().default(false),
    resellerPackage: t.text({ enum: RESELLER_PLAN_IDS }),
    resellerExpiresAt: time(),
    /** A reseller whose contract lets it see the accounts of its customers as they do. */
    seesCustomers: t.boolean().notNull().default(false),
    /** They are a customer of this reseller: set when the account is made, and never changed. */
    resellerId: t.uuid().references((): AnyPgColumn => users.id),
    /** Spend limits of a UTC day, in pounds: in all, and for each country not named below. Null: none. */
    dailyLimit: money({ precision: 10, scale: 2 }),
    /** The most of a day that their reseller allows them; it counts beside their own limit. */
    resellerDailyLimit: money({ precision: 10, scale: 2 }),
    countryLimit: money({ precision: 10, scale: 2 }),
    /** By calling code, `{"+44": "200.00", "+371": null}`: zero closes a country, null is no limit. */
    countryLimits: t.jsonb().$type<Record<string, string | null>>().notNull().default({}),
    /** The costs of messages and calls on this UTC day; the ledger writes them with the charge. */
    spentOn: t.date(),
    spentToday: fromZero({ precision: 12, scale: 2 }, '0.00'),
    spentByCountry: t.jsonb().$type<Record<string, string>>().notNull().default({}),
    /** When a limit last refused something. */
    limitReachedAt: time(),
    /** Until then an administrator has lifted their limits. */
    limitLiftedUntil: time(),
    /** Risky ranges and closed countries that an administrator has opened for them: `premium`, `CU`. */
    openedDestinations: t.text().array().notNull().default([]),
    /** Beginnings of numbers (`+371`, `+37190`) that a sudden rise has stopped, until somebody allows them again. */
    stoppedCodes: t.text().array().notNull().default([]),
    /** How many calls may run at one time; null: as many as the credit covers. */
    callsAtOnce: t.integer(),
    defaultCallerId: t.text(),
    callerIdType: t.text({ enum: CALLER_ID_TYPES }).notNull().default('shortcode'),
    /** True while they have an authenticator app or a passkey. */
    hasSecondFactor: t.boolean().notNull().default(false),
    /** They get a mail when the balance falls below it; null: they get none. */
    lowBalanceLevel: money({ precision: 10, scale: 2 }),
    /** When they were told; null once the balance has reached the level again. */
    lowBalanceToldAt: time(),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  }),
  (table) => [
    // One address is one account, in upper or lower case.
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    check('users_credits_not_negative', sql`${table.credits} >= 0`),
    check('users_owed_not_negative', sql`${table.owed} >= 0`),
    check('users_call_remainder', sql`${table.callRemainder} >= 0 and ${table.callRemainder} < 0.01`),
    check('users_supplier_remainder', sql`${table.supplierRemainder} >= 0 and ${table.supplierRemainder} < 0.02`),
    // The administrators' search is "contains", over three columns at once.
    index('users_search').using(
      'gin',
      sql`(lower(${table.fullName} || ' ' || ${table.email} || ' ' || ${table.id}::text)) gin_trgm_ops`,
    ),
    index('users_company')
      .using('gin', sql`(lower(${table.company})) gin_trgm_ops`)
      .where(sql`${table.company} is not null`),
    index('users_status').on(table.status, table.id),
    // Changes only with an account's first charge of a day, so that the other charges write to no index.
    partial(index('users_spent_on').on(table.spentOn), sql`${table.spentOn} is not null`),
    index('users_role').on(table.role, table.id),
    partial(index('users_reseller').on(table.resellerId, table.id), sql`${table.resellerId} is not null`),
    // Does not contain the balance, because then every charge would write to this index.
    partial(index('users_low_balance').on(table.id), sql`${table.lowBalanceLevel} is not null`),
  ],
);

/** The id of an account. */
export const ofUser = () => uuid().references(() => users.id);

/** Trial credit that was given. A mailbox gets it once, even if its account was closed since. */
export const trialGrants = pgTable(
  'trial_grants',
  (t) => ({
    /** A hash of the mailbox: `money/trial/address-key.ts`. */
    addressKey: t.text().primaryKey(),
    /** A hash of the mailbox's domain; null for a known mail service, where everybody may have an address. */
    domainKey: t.text(),
    userId: ofUser().notNull().unique(),
    /** The transaction that is written together with it. */
    transactionId: t.uuid().notNull(),
    amount: money({ precision: 10, scale: 2 }).notNull(),
    createdAt: time().notNull(),
  }),
  (table) => [index('trial_grants_domain').on(table.domainKey), index('trial_grants_created').on(table.createdAt)],
);

/** Somebody who may act in an account, or is invited to. They sign in by an account of their own. */
export const people = pgTable(
  'people',
  (t) => ({
    id: t.uuid().primaryKey(),
    accountId: ofUser().notNull(),
    /** Their own account; null: they have not accepted yet. */
    userId: refersTo(() => users.id, { onDelete: 'cascade' }),
    /** The address that the invitation went to. */
    email: t.text().notNull(),
    role: t.text({ enum: PERSON_ROLES }).notNull(),
    createdAt: time().notNull(),
    /** What the link of the last invitation is good by, and until when; null: it was used. */
    linkId: t.uuid().unique(),
    linkUntil: time(),
    /** To the hour. */
    seenAt: time(),
    /** They were in this account last: the next sign-in begins in it. */
    isEntered: t.boolean().notNull().default(false),
  }),
  (table) => [
    uniqueIndex('people_email').on(table.accountId, sql`lower(${table.email})`),
    partial(uniqueIndex('people_user').on(table.userId, table.accountId), sql`${table.userId} is not null`),
  ],
);

/** A signed-in browser. The cookie carries a random token; only its hash is kept. */
export const sessions = pgTable(
  'sessions',
  (t) => ({
    id: t.uuid().primaryKey(),
    tokenHash: t.text().notNull().unique(),
    userId: refersTo(() => users.id, { onDelete: 'cascade' }).notNull(),
    userAgent: t.text(),
    address: t.text(),
    createdAt: time().notNull(),
    lastUsedAt: time().notNull(),
    expiresAt: time().notNull(),
    /** When its owner last showed who they are, by password or passkey, and by a second factor. */
    provenAt: time(),
    factorProvenAt: time(),
    /** It acts in the account in which its owner is this person; null: in their own. */
    personId: refersTo(() => people.id, { onDelete: 'cascade' }),
  }),
  (table) => [
    index('sessions_user').on(table.userId),
    partial(index('sessions_person').on(table.personId), sql`${table.personId} is not null`),
  ],
);

/**
 * A browser from which somebody has signed in to an account. Its cookie carries a random token; only the hash is kept.
 */
export const knownDevices = pgTable(
  'known_devices',
  (t) => ({
    userId: refersTo(() => users.id, { onDelete: 'cascade' }).notNull(),
    tokenHash: t.text().notNull(),
    createdAt: time().notNull(),
    lastSeenAt: time().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);

/** A bearer key. Only its hash and its last four characters are kept. */
export const apiKeys = pgTable(
  'api_keys',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: refersTo(() => users.id, { onDelete: 'cascade' }).notNull(),
    name: t.text().notNull().default('default'),
    tokenHash: t.text().notNull().unique(),
    lastFour: t.text().notNull(),
    /** Its scopes; null: everything that its user may do. */
    scopes: t.text().array(),
    createdAt: time().notNull(),
    /** To the minute. */
    lastUsedAt: time(),
    revokedAt: time(),
    /** From then on it does not work; null: until it is revoked. */
    expiresAt: time(),
    /** It works from these networks only; null: from anywhere. */
    addresses: t.cidr().array(),
    /** It sends tests only, which cost nothing and reach nobody. */
    isTest: t.boolean().notNull().default(false),
    /** The most that messages sent by it may cost in a UTC day; null: no limit. */
    dailyLimit: money({ precision: 12, scale: 2 }),
    /** The cost of its messages on the day `spentOn`; only counted where there is a limit. */
    spentToday: fromZero({ precision: 12, scale: 4 }),
    spentOn: t.date(),
  }),
  (table) => [
    // The charging statement adds first: a charge past the limit fails as a whole, at any concurrency.
    check('api_keys_daily_limit', sql`${table.dailyLimit} is null or ${table.spentToday} <= ${table.dailyLimit}`),
    partial(uniqueIndex('api_keys_one_current').on(table.userId, table.name), sql`${table.revokedAt} is null`),
    index('api_keys_user').on(table.userId, table.id),
  ],
);

/** Rows tell who did what to whom: administrative and security actions. They are only ever added. */
export const auditLog = pgTable(
  'audit_log',
  (t) => ({
    id: t.uuid().primaryKey(),
    at: time().notNull(),
    actorId: ofUser(),
    action: t.text().notNull(),
    /** The name that a person knows it by, e.g. an e-mail address. */
    subject: t.text(),
    subjectUserId: ofUser(),
    detail: t.jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Null: the program did it of itself. */
    requestId: t.text(),
  }),
  (table) => [
    partial(index('audit_log_request').on(table.requestId), sql`request_id is not null`),
    index('audit_log_subject').on(table.subjectUserId, table.id),
    index('audit_log_actor').on(table.actorId, table.id),
    // Administrators look for one kind of action.
    index('audit_log_action').on(table.action, table.id),
  ],
);

/** Failed attempts in the present period, for each thing that is limited. */
export const throttles = pgTable('throttles', (t) => ({
  /** e.g. `login:<address>` or `login:<e-mail>`. */
  key: t.text().primaryKey(),
  attempts: t.integer().notNull(),
  resetAt: time().notNull(),
}));

/** The administrators' notes on an account for each other. */
export const accountNotes = pgTable('account_notes', (t) => ({
  userId: ofUser().primaryKey(),
  note: t.text().notNull(),
  tags: t.text().array().notNull().default([]),
  updatedAt: time().notNull(),
}));
