import { z } from 'zod';
import { CAMPAIGN_STATUSES } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { isoTime, line, money4, namedObject, pageQuery, uuid } from '../../platform/kit/schemas.ts';
import { audience } from '../contacts/contract.ts';
import { messageToSend } from '../messaging/contract.ts';

const { endpoint, pagedList } = endpointsFor('Campaigns');

/** The most campaigns of an account that are not over. */
export const MAX_CAMPAIGNS = 50;
export const MOST_PER_MINUTE = 60_000;

const { senderId, message } = messageToSend.shape;

export const campaignBody = z.object({
  name: line(80).min(1, faultText('nameMissing')),
  senderId,
  /** One text, or two of which each contact gets one. `{name}` becomes the contact’s name or field. */
  texts: z.array(message).min(1).max(2),
  /** Contacts of any of these lists; none: all contacts. */
  lists: audience.shape.lists,
  /** It goes to those of these contacts whom this campaign did not reach. */
  againOf: uuid.nullish(),
  /** It takes the place of this campaign, which has not begun to send. */
  replaces: uuid.nullish(),
  /** When it begins; absent: at once. */
  startAt: z.iso.datetime({ offset: true, error: faultText('timeMissing') }).nullish(),
  /** `startAt` is what clocks show where the recipient is, and its offset does not count. */
  isLocal: z.boolean().default(false),
  /** Nothing is handed over in the quiet hours of a recipient’s country, in any of its time zones. */
  quietHours: z.boolean().default(true),
  /** Addresses in the texts become short ones of each recipient’s own, whose clicks are counted. */
  shortLinks: z.boolean().default(false),
  perMinute: z
    .number()
    .int()
    .min(1)
    .max(MOST_PER_MINUTE, faultText('wholeBetween', { least: 1, most: MOST_PER_MINUTE }))
    .default(600),
});

export const campaign = namedObject('Campaign', {
  id: uuid,
  name: z.string(),
  senderId: z.string(),
  texts: z.array(z.string()),
  lists: z.array(z.string()),
  againOf: uuid.nullable(),
  startAt: isoTime,
  isLocal: z.boolean(),
  quietHours: z.boolean(),
  shortLinks: z.boolean(),
  perMinute: z.number().int(),
  status: z.enum(CAMPAIGN_STATUSES),
  /** The code of the error for which it was paused by itself. */
  problem: z.string().nullable(),
  /** How many contacts there were when it was made; of one that repeats another, those that it did not reach. */
  contacts: z.number().int(),
  /** How many of them have been handed over or left out. */
  done: z.number().int(),
  /** How many of its messages failed. */
  failed: z.number().int(),
  /** What it was charged so far, and what of that was not refunded. */
  cost: money4,
  actualCost: money4,
  /** While it runs: when it goes on. */
  nextAt: isoTime,
  /** It is night until then where all those live who are left. */
  isNight: z.boolean(),
  createdAt: isoTime,
  endedAt: isoTime.nullable(),
});
export type Campaign = z.infer<typeof campaign>;

const counted = z.object({ count: z.number().int() });

export const campaignReport = campaign.extend({
  /** What became of each text, from 0. */
  variants: z.array(
    z.object({
      variant: z.number().int(),
      recipients: z.number().int(),
      sent: z.number().int(),
      delivered: z.number().int(),
      failed: z.number().int(),
      optedOut: z.number().int(),
      /** Recipients who followed a short link, and how often all of them did. */
      clicked: z.number().int(),
      clicks: z.number().int(),
      cost: money4,
    }),
  ),
  /** Why messages failed, in plain words. */
  failures: z.array(counted.extend({ reason: z.string() })),
  /** Why contacts were left out before anything was sent: codes of errors. */
  refusals: z.array(counted.extend({ code: z.string() })),
  /** Recipients who have written to the sender since it began, and who want no messages since then. */
  replies: z.number().int(),
  optOuts: z.number().int(),
  /** How many were handed over in each hour. */
  hours: z.array(counted.extend({ at: isoTime })),
  /** How often each address was followed. */
  links: z.array(z.object({ url: z.string(), recipients: z.number().int(), clicks: z.number().int() })),
});
export type CampaignReport = z.infer<typeof campaignReport>;

export const listCampaigns = pagedList('listCampaigns', '/api/users/:id/campaigns', {
  summary: 'Campaigns, newest first',
  query: pageQuery,
  row: campaign,
});

export const getCampaign = endpoint('getCampaign', 'GET /api/users/:id/campaigns/:campaignId', {
  summary: 'A campaign and what became of it',
  response: campaignReport,
});

export const createCampaign = endpoint('createCampaign', 'POST /api/users/:id/campaigns', {
  summary: 'Send a text to the contacts of lists, bit by bit, each charged as a message',
  body: campaignBody,
  status: 201,
  response: campaign,
  idempotent: true,
  errors: ['not_allowed_now'],
});

export const setCampaignStatus = endpoint('setCampaignStatus', 'PUT /api/users/:id/campaigns/:campaignId/status', {
  summary: 'Pause a campaign, let it go on, or cancel it: what has not left is refunded',
  body: z.object({ status: z.enum(['running', 'paused', 'cancelled']) }),
  response: campaign,
  errors: ['not_allowed_now'],
});

export const followLink = endpoint('followLink', 'GET /api/l/:code', {
  access: 'public',
  summary: 'Leads on from a short address in a message',
  params: z.object({ code: z.string().max(20) }),
  status: 302,
  errors: ['not_found'],
});
