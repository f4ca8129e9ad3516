import { sql } from 'drizzle-orm';
import { pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { partial, refersTo, time } from '../columns.ts';
import { CERTIFICATE_FAULTS, HOST_FAULTS } from '../enums.ts';
import { ofUser } from './accounts.ts';
import { objects } from './uploads.ts';

/** How a reseller's portal looks to their customers. */
export const brands = pgTable(
  'brands',
  (t) => ({
    userId: ofUser().primaryKey(),
    name: t.text().notNull(),
    /** `#rrggbb`, as it was chosen; what is shown is adapted to be readable. */
    color: t.text(),
    logoId: refersTo(() => objects.id).unique(),
    supportEmail: t.text(),
    supportChat: t.text(),
    /** E.164. */
    supportWhatsApp: t.text('support_whatsapp'),
    /** The host name of the portal, in lower case and without a port. */
    hostName: t.text(),
    /** The content of the TXT record that proves whose the host name is. */
    hostToken: t
      .text()
      .notNull()
      .default(sql`replace(gen_random_uuid()::text, '-', '')`),
    /** When the name was proven, and its portal served; null: it is not. */
    hostProvenAt: time(),
    /** When the DNS was last asked, and the problem at that time. */
    hostCheckedAt: time(),
    hostFault: t.text({ enum: HOST_FAULTS }),
    /** Since when a proven name's record has been missing. */
    hostMissingSince: time(),
    /** How long the certificate of the name's server is good, and what was wrong with it when it was last asked. */
    certificateUntil: time(),
    certificateFault: t.text({ enum: CERTIFICATE_FAULTS }),
    /** What its customers read on top of every page, as the setting `banner`; null: nothing. */
    banner: t.text(),
    /** The reseller's customers may pay in a coin. */
    cryptoPayments: t.boolean().notNull().default(false),
    updatedAt: time().notNull(),
  }),
  (table) => [
    // Anybody may enter a host name. It belongs to the account that has proven it.
    partial(uniqueIndex('brands_host_name_proven').on(table.hostName), sql`${table.hostProvenAt} is not null`),
  ],
);

/** Host names that brands had: for some time nobody else can take them, so that links in old mails lead nowhere. */
export const givenUpHosts = pgTable('given_up_hosts', (t) => ({
  hostName: t.text().primaryKey(),
  userId: ofUser().notNull(),
  givenUpAt: time().notNull(),
}));
