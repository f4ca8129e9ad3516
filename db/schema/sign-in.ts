import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { refersTo, time } from '../columns.ts';
import { users } from './accounts.ts';

const owner = () => refersTo(() => users.id, { onDelete: 'cascade' }).notNull();

/** The secret that an account shares with an authenticator app. */
export const totpSecrets = pgTable('totp_secrets', (t) => ({
  userId: owner().primaryKey(),
  /** Encrypted with the program's key. */
  sealedSecret: t.text().notNull(),
  createdAt: time().notNull(),
  /** Null until a code has shown that the app has it; until then it does not count. */
  confirmedAt: time(),
  /** The newest step of 30 seconds whose code was accepted: this one and older ones are not accepted again. */
  lastStep: t.bigint({ mode: 'number' }),
}));

/** Codes for a person without their device. A used code is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  (t) => ({ userId: owner(), codeHash: t.text().notNull() }),
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** A public key that signs its owner in (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: owner(),
    /** The authenticator's own name for it, base64url. */
    credentialId: t.text().notNull().unique(),
    /** COSE, base64url. */
    publicKey: t.text().notNull(),
    /** Grows with each use if the authenticator counts; otherwise 0. */
    counter: t.bigint({ mode: 'number' }).notNull(),
    transports: t.jsonb().$type<string[]>().notNull().default([]),
    /** The host name that it works at. */
    hostName: t.text().notNull(),
    name: t.text().notNull(),
    createdAt: time().notNull(),
    lastUsedAt: time(),
  }),
  (table) => [index('passkeys_user').on(table.userId)],
);

/** The challenge that a passkey signs: valid once, for minutes, for one purpose. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  (t) => ({
    challenge: t.text().primaryKey(),
    purpose: t.text({ enum: ['register', 'sign-in'] }).notNull(),
    /** The account that adds a passkey; null for a sign-in. */
    userId: t.uuid().references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time().notNull(),
  }),
  (table) => [index('passkey_challenges_expires').on(table.expiresAt)],
);
