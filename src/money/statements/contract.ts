import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { day, days, isoTime, money2, pageQuery, uuid, withDaysInOrder, wording } from '../../platform/kit/schemas.ts';
import { transactionType } from '../payments/contract.ts';
import { quotedRate } from '../rates/contract.ts';
import { SPEND_KINDS } from './catalogue.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

const { endpoint, pagedList } = endpointsFor('Statements');

/** How long a statement may be. */
export const LONGEST_PERIOD_DAYS = 366;

const dayNumber = (date: string): number => Date.parse(date) / DAY_MS;

/** Both days belong to the period. The default of `from` is the first of this UTC month, that of `to` is today. */
export const period = { ...days, type: transactionType.optional() };

interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

const isShort = ({ from, to }: Period) => !from || !to || dayNumber(to) - dayNumber(from) < LONGEST_PERIOD_DAYS;

/** A query whose first day is not after its last one, and whose period is not too long. */
export const withSoundPeriod = <Shape extends z.core.$ZodLooseShape>(schema: z.ZodObject<Shape>) =>
  withDaysInOrder(schema).refine((query) => isShort(query as Period), {
    path: ['to'],
    error: faultText('statementLong', { count: LONGEST_PERIOD_DAYS }),
  });

const statementQuery = withSoundPeriod(z.object(period));

/** One change of the balance. */
export const statementLine = z.object({
  /** The transaction's id. */
  id: uuid,
  at: isoTime,
  type: transactionType,
  /** Its owner's own words; otherwise `wording` in English. */
  description: z.string(),
  wording: wording.nullable(),
  /** Signed: the change of the balance. */
  amount: money2,
  balanceAfter: money2,
  /** For a payment in a coin: what was asked for, and at which rate. */
  quoted: quotedRate.nullable(),
});
export type StatementLine = z.infer<typeof statementLine>;

export const statement = z.object({
  from: day,
  to: day,
  /** The account's balance at the beginning of the first day and at the end of the last. */
  openingBalance: money2,
  closingBalance: money2,
  /** The sums of incoming and outgoing amounts, of the types that match the filter, less what was given back of them. */
  totalIn: money2,
  totalOut: money2,
  count: z.number().int(),
});
export type Statement = z.infer<typeof statement>;

/** The costs of one UTC month by kind, minus refunds. */
export const monthOfSpend = z.object({
  /** `2026-11`. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  total: money2,
  kinds: z.record(z.enum(SPEND_KINDS), money2),
});
export type MonthOfSpend = z.infer<typeof monthOfSpend>;

export const getStatement = endpoint('getStatement', 'GET /api/users/:id/statement', {
  duties: ['support', 'finance'],
  summary: 'Balances and totals of a period',
  query: statementQuery,
  response: statement,
});

export const listStatementLines = pagedList('listStatementLines', '/api/users/:id/statement/lines', {
  duties: ['support', 'finance'],
  summary: 'Movements of a period, newest first',
  query: withSoundPeriod(pageQuery.extend(period)),
  row: statementLine,
});

/** The same statement as CSV; not JSON. */
export const exportStatementCsv = endpoint('exportStatementCsv', 'GET /api/users/:id/statement.csv', {
  duties: ['support', 'finance'],
  summary: 'A statement as CSV, oldest first',
  query: statementQuery,
  produces: ['text/csv'],
});

/** The same statement as PDF; not JSON. */
export const exportStatementPdf = endpoint('exportStatementPdf', 'GET /api/users/:id/statement.pdf', {
  duties: ['support', 'finance'],
  summary: 'A statement as PDF, oldest first',
  query: statementQuery,
  produces: ['application/pdf'],
});

export const getSpend = endpoint('getSpend', 'GET /api/users/:id/spend', {
  summary: 'What the last 12 months cost, by kind',
  response: z.array(monthOfSpend),
});
