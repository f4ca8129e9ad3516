import { boolean, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { partial, refersTo, time } from '../columns.ts';
import { CAMPAIGN_STATUSES } from '../enums.ts';
import { ofUser } from './accounts.ts';

/** A text to the contacts of some lists, handed over bit by bit as messages of the account. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: uuid().primaryKey(),
    userId: ofUser().notNull(),
    name: text().notNull(),
    senderId: text().notNull(),
    /** One, or two of which each contact gets one. */
    texts: text().array().notNull(),
    /** Contacts of any of these; empty: all. */
    lists: text().array().notNull(),
    /** It goes to those whom this campaign did not reach. */
    againOf: uuid(),
    /** Its beginning; of a local one as clocks show it where the recipient is, written as if that were UTC. */
    startAt: time().notNull(),
    isLocal: boolean().notNull(),
    /** Nothing is handed over in the quiet hours of a recipient's country. */
    quietHours: boolean().notNull(),
    /** The addresses in its texts become short ones of each recipient’s own, whose clicks are counted. */
    shortLinks: boolean().notNull(),
    /** How many messages a minute are handed over. */
    perMinute: integer().notNull(),
    status: text({ enum: CAMPAIGN_STATUSES }).notNull(),
    /** The code of the error for which it was paused by itself. */
    problem: text(),
    /** The countries whose contacts are not all handed over yet. */
    countriesLeft: text().array().notNull(),
    /** How many contacts there were when it was made, and the newest of them. */
    contacts: integer().notNull(),
    lastContact: uuid().notNull(),
    /** While it runs: not to be looked at before. */
    nextAt: time().notNull(),
    createdAt: time().notNull(),
    endedAt: time(),
  },
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
  {
    messageId: uuid().primaryKey(),
    campaignId: refersTo(() => campaigns.id).notNull(),
    country: text().notNull(),
    /** Which of the texts, from 0. */
    variant: smallint().notNull(),
    /** Contacts with ids above this one, up to that one. */
    after: uuid().notNull(),
    until: uuid().notNull(),
    contacts: integer().notNull(),
    /** It is handed over, or will never be. */
    isOver: boolean().notNull().default(false),
    /** Why it was refused: the code of the error. */
    refusal: text(),
  },
  (table) => [
    index('campaign_slices_place').on(table.campaignId, table.country, table.until),
    partial(index('campaign_slices_waiting').on(table.campaignId), sql`not ${table.isOver}`),
  ],
);

/** A short address in a message: where it leads, whom it was sent to, and how often people followed it. */
export const shortLinks = pgTable(
  'short_links',
  {
    code: text().primaryKey(),
    userId: ofUser().notNull(),
    campaignId: refersTo(() => campaigns.id).notNull(),
    messageId: uuid().notNull(),
    /** E.164. */
    number: text().notNull(),
    url: text().notNull(),
    clicks: integer().notNull().default(0),
    firstClickAt: time(),
    createdAt: time().notNull(),
  },
  (table) => [
    index('short_links_campaign').on(table.campaignId),
    index('short_links_number').on(table.userId, table.number),
    index('short_links_age').on(table.createdAt),
  ],
);
