import { inArray, type SQL, sql as template } from 'drizzle-orm';
import { smsMessages, smsParts } from '../../../../db/schema/index.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { claimsOverAt } from '../../../platform/kit/claims-over.ts';
import { asRequest, asStep, keepsTraces } from '../../../platform/kit/request.ts';
import { storable } from '../../../platform/kit/storable.ts';
import { countParts } from '../../../shared/parts.ts';
import type { Deps } from '../../deps.ts';
import { keepPartReports, type PartReport, type ReportedMessage } from './apply-part-receipts.ts';
import { attemptOfReceipt, changeAfterReceipt } from './read-answer.ts';
import type { Outcome } from './record-attempts.ts';
import { renameReceipts } from './rename-receipts.ts';
import { reportedRecipientSql } from './reported-recipient.ts';
import { settleOutcomes } from './settle-outcomes.ts';

/** A part whose id at the carrier is not known yet. */
const NO_ID = '';

/**
 * Separates reports on whole messages from those on parts of long ones, among reports that were found by our reference:
 * the answer to the send was lost, or it named some of the parts. Parts get the ids that the reports name.
 * @param ofParts the carriers that report on each part
 * @returns the reports on whole messages, and the long messages whose parts all have a result now
 */
async function splitByParts(
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
async function partCounts(tx: Transaction, reports: readonly ReportedMessage[]): Promise<ReadonlyMap<string, number>> {
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
    return [{ id, place: part.place, outcome, error, code, part_id: partId }];
  });
  await tx.db.execute(template`
    update sms_parts p set provider_message_id = n.part_id
    from json_to_recordset(${JSON.stringify(placed)}::text::json) as n (id uuid, place integer, part_id text)
    where p.recipient_id = n.id and p.place = n.place and p.provider_message_id = ${NO_ID}`);
  return placed;
}

const AT_ONCE = 500;

/** Tells whether reports wait, be it for the answer to their send. */
export const receiptsWait = (): SQL => template`exists (select from carrier_receipts)`;

/** Found by the carrier's own id, of the message or of one of its parts. */
const byId = (now: Date, of: 'message' | 'part'): SQL => template`
  select * from (${reportedRecipientSql(now)}) w where (w.place is null) = ${of === 'message'}`;

/**
 * Found by our id, if the answer to the send was lost, and the carrier's id with it, or that of a part; or if the carrier
 * now calls the message by another id: a report that comes to its own signed address is its own. Each state has an index,
 * where each report is looked up by itself (`offset 0`): a join would read all that is sent, for reports that name none.
 */
export const byReference = (claimsOver: Date): SQL => template`
  select r.id, r.message_id, null::integer as place from (
    select * from sms_recipients where status = 'unknown' and id = c.reference::uuid
    union all select * from sms_recipients where status = 'sent' and id = c.reference::uuid
    union all select * from sms_recipients
      where status = 'sending' and claimed_until < ${claimsOver.toISOString()}::timestamptz and id = c.reference::uuid
    offset 0
  ) r
  where r.provider = c.provider
  and (case when r.provider_message_id is null then r.status <> 'sent' else r.status = 'sent' and r.provider_message_id <> c.provider_message_id
      and not exists (select from sms_parts p where p.message_id = r.message_id and p.recipient_id = r.id)
    end
    or r.status in ('sent', 'unknown') and exists (
      select from sms_parts p where p.recipient_id = r.id and p.provider_message_id = ''))`;

/**
 * Applies the delivery reports whose message is known, and removes them from the inbox. A report that arrives before
 * the answer to its own send waits there until that answer is stored.
 */
export async function applyReceipts(deps: Deps): Promise<void> {
  await renameReceipts(deps);
  while ((await transact(deps, applySomeOfParts)) === AT_ONCE) continue;
  while ((await transact(deps, applySomeById)) === AT_ONCE) continue;
  while ((await transact(deps, (tx) => applySomeByReference(tx, deps))) === AT_ONCE) continue;
}

async function applySomeOfParts(tx: Transaction): Promise<number> {
  const reports = await tx.db.execute<ReportedMessage & { place: number }>(takeSql(byId(tx.now, 'part')));
  await apply(tx, await keepPartReports(tx, reports));
  return reports.length;
}

async function applySomeById(tx: Transaction): Promise<number> {
  const matched = await tx.db.execute<ReportedMessage>(takeSql(byId(tx.now, 'message')));
  await apply(tx, matched);
  return matched.length;
}

async function applySomeByReference(tx: Transaction, { carriers }: Deps): Promise<number> {
  const matched = await tx.db.execute<ReportedMessage>(takeSql(byReference(claimsOverAt(tx.clock))));
  const ofParts = carriers.list.filter(({ reportsParts }) => reportsParts).map(({ name }) => name);
  const { whole, ended } = await splitByParts(tx, matched, new Set(ofParts));
  await apply(tx, [...whole, ...ended]);
  return matched.length;
}

/**
 * Takes reports whose recipient is found from the inbox. They are looked up once, whatever PostgreSQL believes of the
 * inbox: it is often empty when statistics are made, and with a join to itself every report would be looked up for each.
 * @param whom a recipient of the report `c`
 */
export const takeSql = (whom: SQL): SQL => template`
  with taken as materialized (
    select c.ctid as tid, c.provider, c.provider_message_id, c.outcome, c.error, c.code, r.*
    from carrier_receipts c cross join lateral (${whom}) r
    order by c.received_at limit ${AT_ONCE} for update of c skip locked
  ),
  gone as (delete from carrier_receipts where ctid = any(array(select tid from taken)))
  select * from taken`;

async function apply(tx: Transaction, matched: readonly ReportedMessage[]): Promise<void> {
  await settleOutcomes(tx, strongestOf(matched));
  if (keepsTraces()) await traceReports(tx, matched);
}

/** A report is the last step of its message's trace. */
async function traceReports(tx: Transaction, reports: readonly ReportedMessage[]): Promise<void> {
  const messages = await tx.db
    .select({ id: smsMessages.id, requestId: smsMessages.requestId })
    .from(smsMessages)
    .where(inArray(smsMessages.id, [...new Set(reports.map(({ message_id: id }) => id))]));
  const requests = new Map(messages.map(({ id, requestId }) => [id, requestId]));
  for (const { id, message_id: message, provider, outcome } of reports) {
    const about = { 'messaging.system': provider, 'messaging.message.id': message, 'topline.recipient.id': id };
    const attributes = { ...about, 'topline.outcome': outcome };
    const step = { name: 'apply report', kind: 'consumer', attributes } as const;
    await asRequest(requests.get(message) ?? null, () => asStep(step, async () => {}));
  }
}

/** A recipient changes only once: of several reports that came together, the final one counts. */
function strongestOf(receipts: readonly ReportedMessage[]): Outcome[] {
  const byRecipient = new Map<string, Outcome>();
  for (const receipt of receipts) {
    const earlier = byRecipient.get(receipt.id);
    if (earlier && (receipt.outcome === 'sent' || earlier.change?.to !== 'sent')) continue;
    byRecipient.set(receipt.id, outcomeOf(receipt));
  }
  return [...byRecipient.values()];
}

function outcomeOf({
  id,
  message_id: messageId,
  provider,
  provider_message_id: carrierMessageId,
  outcome,
  error: customerWords,
  code,
}: ReportedMessage): Outcome {
  const recipient = { id, messageId };
  return {
    recipient,
    change: { ...changeAfterReceipt(recipient, { outcome, customerWords }), provider, carrierMessageId },
    attempt: attemptOfReceipt(provider, { outcome, customerWords, code: code ?? undefined }),
  };
}
