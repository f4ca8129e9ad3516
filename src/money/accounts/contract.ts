import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { day, isoTime, money2, namedObject } from '../../platform/kit/schemas.ts';
import { ACCOUNT_CLASSES } from './catalogue.ts';

const { endpoint } = endpointsFor('Administration');

/** A month, `2026-11`. */
export const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, faultText('dateForm'));

export const accountRow = z.object({
  /** Its number and its English name in the chart of accounts. */
  account: z.string(),
  name: z.string(),
  is: z.enum(ACCOUNT_CLASSES),
  /** One of the two is zero. */
  debit: money2,
  credit: money2,
});
export type AccountRow = z.infer<typeof accountRow>;

export const monthOfBooks = namedObject('MonthOfBooks', {
  month,
  isClosed: z.boolean(),
  /** The month that can be closed now or once it is over; null while the books are empty. */
  nextToClose: month.nullable(),
  /** Every account at the end of the month's last day, or today. */
  balances: z.array(accountRow),
  /** Its movement in the month. */
  moved: z.array(accountRow),
  total: z.object({ debit: money2, credit: money2 }),
  /** Income less expense: of the month, and of all time until its end. */
  result: money2,
  resultSoFar: money2,
  /** Payments verified in the month less those reversed, which the older figure calls monthly revenue. */
  receipts: money2,
});
export type MonthOfBooks = z.infer<typeof monthOfBooks>;

export const getMonthOfBooks = endpoint('getMonthOfBooks', 'GET /api/admin/accounts/months/:month', {
  duties: ['finance'],
  summary: 'Trial balance, balance sheet, and profit and loss of a month',
  params: z.object({ month }),
  response: monthOfBooks,
  errors: [],
});

export const trialBalance = z.object({
  day,
  accounts: z.array(accountRow),
  total: z.object({ debit: money2, credit: money2 }),
});

export const getTrialBalance = endpoint('getTrialBalance', 'GET /api/admin/accounts/balances/:day', {
  duties: ['finance'],
  summary: 'Every account at the end of a day',
  params: z.object({ day }),
  response: trialBalance,
  errors: [],
});

export const closeMonth = endpoint('closeMonth', 'POST /api/admin/accounts/months/:month/close', {
  duties: ['finance'],
  summary: 'Close a month: nothing is dated into it afterwards, and its figures stay',
  params: z.object({ month }),
  response: z.object({ month, closedAt: isoTime }),
  errors: ['not_allowed_now'],
});

/** The forms in which a month is exported. */
export const EXPORT_FORMS = ['journal', 'balances', 'credit', 'comparisons', 'datev', 'xero', 'quickbooks'] as const;

/**
 * A month as CSV: its journal with the source of every row, its trial balance, the credit of each account at its end, or
 * its days in the layout of a program; not JSON.
 */
export const exportMonth = endpoint('exportMonth', 'GET /api/admin/accounts/months/:month/export.csv', {
  duties: ['finance'],
  summary: 'A month for the accountant, as CSV',
  params: z.object({ month }),
  query: z.object({ form: z.enum(EXPORT_FORMS) }),
  produces: ['text/csv'],
  errors: [],
});
