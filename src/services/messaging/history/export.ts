import { z } from 'zod';
import { type FileAnswer, type Page, RawJson, csvList } from '../../../platform/kit/answer.ts';
import type { Deps } from '../../deps.ts';
import { recipientDelivery, smsMessage } from '../contract.ts';
import { listSms, listSmsRecipients, type MessageFilters, readSms, type RecipientFilters } from './list.ts';

const COLUMNS = ['id', 'sentAt', 'senderId', 'message', 'status', 'parts', 'cost', 'actualCost'] as const;
const COUNTS = ['queued', 'sent', 'delivered', 'failed', 'unknown', 'optedOut'] as const;
const messages = z.array(smsMessage);

/** The rows of a page, which PostgreSQL wrote as JSON. */
const parse = (rows: Page<unknown>['rows']): unknown => (rows instanceof RawJson ? JSON.parse(rows.text) : rows);

/** The messages that the filters show, as a CSV file: one line each, with how many recipients are in each state. */
export const exportSms = (deps: Deps, owner: string, filters: MessageFilters): FileAnswer =>
  csvList(deps, {
    name: 'messages',
    columns: [...COLUMNS, 'recipients', ...COUNTS],
    readPage: async (page, late) => {
      const { rows } = await listSms(late, { owner, listQuery: { ...filters, ...page }, shown: 1, all: true });
      return messages.parse(parse(rows));
    },
    cellsOf: (row) => [
      ...COLUMNS.map((column) => String(row[column])),
      String(row.recipientCount),
      ...COUNTS.map((count) => String(row.counts[count])),
    ],
  });

const OF_RECIPIENT = ['number', 'status', 'error', 'text', 'cost', 'provider', 'sentAt', 'settledAt'] as const;
const recipients = z.array(recipientDelivery);

/** Writes the result for each recipient of a message as a CSV file. @throws not_found */
export async function exportSmsReport(
  deps: Deps,
  { owner, message, ...filters }: { owner: string; message: string } & RecipientFilters,
): Promise<FileAnswer> {
  await readSms(deps.db, owner, message);
  return csvList(deps, {
    name: 'recipients',
    columns: OF_RECIPIENT,
    readPage: async (page, late) => {
      const { rows } = await listSmsRecipients(late, { owner, message, ...filters, ...page });
      return recipients.parse(parse(rows)).map((row) => ({ ...row, id: row.messageId }));
    },
    cellsOf: (row) => OF_RECIPIENT.map((column) => row[column] ?? ''),
  });
}
