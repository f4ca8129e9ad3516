import { index, pgTable } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { partial, refersTo, time } from '../columns.ts';
import { CAMPAIGN_STATUSES } from '../enums.ts';
import { ofUser } from './accounts.ts';

/** A text to the contacts of some lists, handed over bit by bit as messages of the account. */
export const campaigns = pgTable(
  'campaigns',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    name: t.text().notNull(),
    senderId: t.text().notNull(),
    /** One, or two of which each contact gets one. */
    texts: t.text().array().notNull(),
    /** Contacts of any of these; empty: all. */
    lists: t.text().array().notNull(),
    /** It goes to those whom this campaign did not reach. */
    againOf: t.uuid(),
    /** Its beginning; of a local one as clocks show it where the recipient is, written as if that were UTC. */
    startAt: time().notNull(),
    isLocal: t.boolean().notNull(),
    /** Nothing is handed over in the quiet hours of a recipient's country. */
    quietHours: t.boolean().notNull(),
    /** The addresses in its texts become short ones of each recipient’s own, whose clicks are counted. */
    shortLinks: t.boolean().notNull(),
    /** How many messages a minute are handed over. */
    perMinute: t.integer().notNull(),
    status: t.text({ enum: CAMPAIGN_STATUSES }).notNull(),
    /** The code of the error for which it was paused by itself. */
    problem: t.text(),
    /** The countries whose contacts are not all handed over yet. */
    countriesLeft: t.text().array().notNull(),
    /** How many contacts there were when it was made, and the newest of them. */
    contacts: t.integer().notNull(),
    lastContact: t.uuid().notNull(),
    /** While it runs: not to be looked at before. */
    nextAt: time().notNull(),
    createdAt: time().notNull(),
    endedAt: time(),
  }),
  (table) => [
    index('campaigns_user').on(table.userId, table.id),
    partial(index('campaigns_due').on(table.nextAt), sql`${table.status} = 'running'`),
  ],
);

/**
 * Some contacts of a campaign that get one text: one message, whose id stands here before it is sent, so that it is sent
 * once whatever happens.
 */
export const campaignSlices = pgTable(
  'campaign_slices',
  (t) => ({
    messageId: t.uuid().primaryKey(),
    campaignId: refersTo(() => campaigns.id).notNull(),
    country: t.text().notNull(),
    /** Which of the texts, from 0. */
    variant: t.smallint().notNull(),
    /** Contacts with ids above this one, up to that one. */
    after: t.uuid().notNull(),
    until: t.uuid().notNull(),
    contacts: t.integer().notNull(),
    /** It is handed over, or will never be. */
    isOver: t.boolean().notNull().default(false),
    /** Why it was refused: the code of the error. */
    refusal: t.text(),
  }),
  (table) => [
    index('campaign_slices_place').on(table.campaignId, table.country, table.until),
    partial(index('campaign_slices_waiting').on(table.campaignId), sql`not ${table.isOver}`),
  ],
);

/** A short address in a message: where it leads, whom it was sent to, and how often people followed it. */
export const shortLinks = pgTable(
  'short_links',
  (t) => ({
    code: t.text().primaryKey(),
    userId: ofUser().notNull(),
    campaignId: refersTo(() => campaigns.id).notNull(),
    messageId: t.uuid().notNull(),
    /** E.164. */
    number: t.text().notNull(),
    url: t.text().notNull(),
    clicks: t.integer().notNull().default(0),
    firstClickAt: time(),
    createdAt: time().notNull(),
  }),
  (table) => [
    index('short_links_campaign').on(table.campaignId),
    index('short_links_number').on(table.userId, table.number),
    index('short_links_age').on(table.createdAt),
  ],
);
