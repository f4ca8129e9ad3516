import { sql as template } from 'drizzle-orm';
import { smsParts } from '../../../../db/schema/index.ts';
import { countParts } from '../../../shared/parts.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { storable } from '../../../platform/kit/storable.ts';
import { keepPartReports, type PartReport, type ReportedMessage } from './apply-part-receipts.ts';

/** A part whose id at the carrier is not known yet. */
const NO_ID = '';

/**
 * Separates reports on whole messages from those on parts of long ones, among reports that were found by our reference:
 * the answer to the send was lost, or it named some of the parts. Parts get the ids that the reports name.
 * @param ofParts the carriers that report on each part
 * @returns the reports on whole messages, and the long messages whose parts all have a result now
 */
export async function splitByParts(
  tx: Transaction,
  reports: readonly ReportedMessage[],
  ofParts: ReadonlySet<string>,
): Promise<{ whole: ReportedMessage[]; ended: readonly ReportedMessage[] }> {
  const counts = await partCounts(
    tx,
    reports.filter(({ provider }) => ofParts.has(provider)),
  );
  const isOfPart = ({ id }: ReportedMessage) => (counts.get(id) ?? 1) > 1;
  const [parts, whole] = [reports.filter(isOfPart), reports.filter((report) => !isOfPart(report))];
  if (parts.length === 0) return { whole, ended: [] };
  return { whole, ended: await keepPartReports(tx, await place(tx, parts, counts)) };
}

/** How many parts each recipient's text has, as networks count them. */
async function partCounts(
  tx: Transaction,
  reports: readonly ReportedMessage[],
): Promise<ReadonlyMap<string, number>> {
  if (reports.length === 0) return new Map();
  const wanted = reports.map(({ id, message_id }) => ({ id, message_id }));
  const rows = await tx.db.execute<{ id: string; text: string }>(template`
    select r.id, coalesce(r.text, m.message) as text
    from json_to_recordset(${JSON.stringify(wanted)}::text::json) as w (id uuid, message_id uuid)
    join sms_recipients r on r.message_id = w.message_id and r.id = w.id join sms_messages m on m.id = r.message_id`);
  return new Map(rows.map(({ id, text }) => [id, countParts(text, '160/153').parts]));
}

/** Gives each report the place of its part: that of its id, or else a free one. */
async function place(
  tx: Transaction,
  reports: readonly ReportedMessage[],
  counts: ReadonlyMap<string, number>,
): Promise<PartReport[]> {
  const recipients = [...new Map(reports.map((report) => [report.id, report])).values()];
  const rows = recipients.flatMap(({ id, message_id: messageId, provider }) =>
    Array.from({ length: counts.get(id) ?? 0 }, (_, index) => ({
      ...{ recipientId: id, messageId, place: index + 1, provider, carrierMessageId: NO_ID, takenAt: tx.now },
    })),
  );
  await tx.db.insert(smsParts).values(rows).onConflictDoNothing();
  const ids = recipients.map(({ id }) => id).join(',');
  const kept = await tx.db.execute<{ recipient_id: string; place: number; part_id: string }>(template`
    select recipient_id, place, provider_message_id as part_id from sms_parts
    where recipient_id = any(string_to_array(${ids}, ',')::uuid[]) order by recipient_id, place for update`);
  const placed = reports.flatMap((report): (PartReport & { part_id: string })[] => {
    const { id, outcome, error, code } = report;
    const partId = storable(report.provider_message_id);
    const own = kept.filter(({ recipient_id: recipient }) => recipient === id);
    const part = own.find((each) => each.part_id === partId) ?? own.find((each) => each.part_id === NO_ID);
    if (!part) return [];
    part.part_id = partId;
    return [{ recipient_id: id, place: part.place, outcome, error, code, part_id: partId }];
  });
  await tx.db.execute(template`
    update sms_parts p set provider_message_id = n.part_id
    from json_to_recordset(${JSON.stringify(placed)}::text::json) as n (recipient_id uuid, place integer, part_id text)
    where p.recipient_id = n.recipient_id and p.place = n.place and p.provider_message_id = ${NO_ID}`);
  return placed;
}
