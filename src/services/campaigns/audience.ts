import { and, eq, type SQL, sql as template } from 'drizzle-orm';
import { type campaignSlices, campaigns, contacts } from '../../../db/schema/index.ts';
import { audienceSql } from '../contacts/contacts.ts';

export type CampaignRow = typeof campaigns.$inferSelect;
export type Slice = typeof campaignSlices.$inferSelect;
type Meant = Pick<CampaignRow, 'userId' | 'lists' | 'againOf'>;

/** The condition for a campaign's contacts. */
export const contactsOf = ({ userId, lists, againOf }: Meant): SQL | undefined =>
  and(
    audienceSql(userId, { lists, search: '' }),
    againOf === null
      ? undefined
      : template`exists (
          select from campaign_slices s join sms_recipients r on r.message_id = s.message_id
          where s.campaign_id = ${againOf}::uuid and r.number = ${contacts.number} and r.status = 'failed')`,
  );

/** Each contact always gets the same of two texts. */
export const variantSql = ({ texts }: Pick<CampaignRow, 'texts'>): SQL =>
  texts.length === 1 ? template`0` : template`('x' || right(${contacts.id}::text, 1))::bit(4)::integer % 2`;

/** The contacts of a slice, as they are now. */
export const inSlice = (campaign: CampaignRow, { country, after, until, variant }: Slice): SQL | undefined =>
  and(
    contactsOf(campaign),
    eq(contacts.country, country),
    template`${contacts.id} > ${after}::uuid and ${contacts.id} <= ${until}::uuid`,
    template`${variantSql(campaign)} = ${variant}`,
  );
