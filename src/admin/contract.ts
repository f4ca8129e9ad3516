import { z } from 'zod';
import { email, fullName, password, role, user, userStatus } from '../callers/contract.ts';
import { endpointsFor } from '../platform/kit/endpoint.ts';
import {
  day,
  days,
  isoTime,
  line,
  money2,
  namedObject,
  orderedPageQuery,
  pageQuery,
  paragraph,
  person,
  uuid,
  withDaysInOrder,
} from '../platform/kit/schemas.ts';
import { ADJUSTMENT_KINDS, COIN_IDS, DUTIES, LOSSES, VERDICTS } from '../../db/enums.ts';
import { AUDIT_ACTIONS } from '../shared/audit-actions.ts';
import { pendingPayment, transaction } from '../money/payments/contract.ts';
import { faultText } from '../platform/kit/faults.ts';
import { requestPreview } from './requests/contract.ts';

const { endpoint, pagedList } = endpointsFor('Administration');

/** The filters for a list of accounts. A closed account is not among the suspended ones. */
export const userState = z.enum([...userStatus.options, 'closed']);

const duty = z.enum(DUTIES);

const userFilters = z.object({
  /** Part of a name, an e-mail address or an id, in any letter case. */
  search: z.string().trim().max(120).optional(),
  status: userState.optional(),
  role: role.optional(),
  /** The first and the last day (UTC) of registering, both included. */
  ...days,
});

export const adminStats = namedObject('AdminStats', {
  totalUsers: z.number().int(),
  activeUsers: z.number().int(),
  /** The sum of all balances, in pounds. */
  totalCredits: z.number(),
  /** Payments verified this UTC month, in pounds. */
  monthlyRevenue: z.number(),
  /** The figures with which the four above are compared. */
  newUsersThisMonth: z.number().int(),
  newUsersLastMonth: z.number().int(),
  activeUsersAtMonthStart: z.number().int(),
  totalCreditsAtMonthStart: z.number(),
  lastMonthRevenue: z.number(),
  /** A payment above this many pounds needs a second administrator; null: no payment does. */
  approvalAbove: money2.nullable(),
});
export type AdminStats = z.infer<typeof adminStats>;

/** One line of the audit log. */
export const activity = namedObject('Activity', {
  id: uuid,
  at: isoTime,
  /** The account that did it; null for the system. */
  actor: z.object({ id: uuid, email: z.string() }).nullable(),
  action: z.string(),
  /** The subject of the action, e.g. a user's e-mail address or a transaction's id. */
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  /** The request by which it was done, as its answer named it; null for the system. */
  requestId: z.string().nullable(),
});
export type Activity = z.infer<typeof activity>;

export const listUsers = pagedList('listUsers', '/api/admin/users', {
  duties: ['support'],
  summary: 'Accounts, newest first',
  query: withDaysInOrder(pageQuery.extend(userFilters.shape)),
  row: user,
});

export const countUsers = endpoint('countUsers', 'GET /api/admin/users/count', {
  duties: ['support'],
  summary: 'How many accounts the filters let through',
  query: withDaysInOrder(userFilters),
  response: z.object({
    count: z.number().int(),
    /** True if there are more than were counted. */
    isCapped: z.boolean(),
  }),
});

/** The same accounts as CSV; not JSON. */
export const exportUsers = endpoint('exportUsers', 'GET /api/admin/users.csv', {
  duties: [],
  summary: 'What the filters show, as CSV',
  query: withDaysInOrder(userFilters),
  produces: ['text/csv'],
});

export const letterBody = withDaysInOrder(
  userFilters.extend({
    subject: line(150).min(1),
    text: paragraph(2000).refine((text) => text.trim() !== '', { error: faultText('notUnderstood') }),
  }),
);

export const writeLetter = endpoint('writeLetter', 'POST /api/admin/letters', {
  access: 'admin-session',
  summary: 'Write a letter to all active accounts that the filters let through',
  idempotent: true,
  body: letterBody,
  status: 201,
  response: z.object({ accounts: z.number().int() }),
  errors: ['not_allowed_now', 'approval_needed'],
});

export const previewLetter = endpoint('previewLetter', 'POST /api/admin/letters/preview', {
  access: 'admin-session',
  summary: 'Show a letter, and how many accounts would get it; nothing is sent',
  body: letterBody,
  response: requestPreview,
  errors: ['not_allowed_now'],
});

export const createUser = endpoint('createUser', 'POST /api/admin/users', {
  access: 'admin-session',
  summary: 'Create an account for somebody',
  body: z.object({
    email,
    fullName,
    role,
    company: line(120).nullish(),
    password: password.optional(),
    /** The duty of an administrator; null: everything. */
    duty: duty.nullish(),
  }),
  status: 201,
  /** `password` is present only if the server made it; it is shown only once. */
  response: user.extend({ password: z.string().optional() }),
  idempotent: false,
  errors: ['email_taken', 'approval_needed'],
});

export const getAdminStats = endpoint('getAdminStats', 'GET /api/admin/stats', {
  duties: ['support', 'finance'],
  summary: 'Totals of the whole system',
  response: adminStats,
});

const activityFilters = {
  /** Part of the name or address of an account: what it did, and what was done to it. Or the id of a request. */
  search: line(200).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  ...days,
};

export const listActivity = pagedList('listActivity', '/api/admin/activity', {
  duties: ['support'],
  summary: 'Administrative and security actions, newest first',
  query: withDaysInOrder(pageQuery.extend(activityFilters)),
  row: activity,
});

export const listPeopleActivity = pagedList('listPeopleActivity', '/api/users/:id/people/activity', {
  access: 'owner-session',
  tag: 'Accounts',
  summary: 'What people did in an account beside its owner, and what was done about them, newest first',
  query: pageQuery,
  row: activity,
});

export const exportActivity = endpoint('exportActivity', 'GET /api/admin/activity.csv', {
  summary: 'The actions that the filters show, as CSV',
  query: withDaysInOrder(z.object(activityFilters)),
  produces: ['text/csv'],
});

const pounds = z.string().regex(/^\d{1,8}(\.\d{1,2})?$/, faultText('poundsForm'));

const paymentFilters = z.object({
  /** If absent, the decided payments: verified and failed. */
  status: z.enum(['pending', 'verified', 'failed']).optional(),
  coin: z.enum(COIN_IDS).optional(),
  /** Part of a customer's name or address, the beginning of a hash, or an id. */
  search: line(200).optional(),
  /** Limits for the amount due, in pounds. */
  from: pounds.optional(),
  to: pounds.optional(),
  /** The first and the last day (UTC) on which it was decided, or submitted if it waits; both included. */
  firstDay: day.optional(),
  lastDay: day.optional(),
  /** The chain's answer about its hash. */
  verdict: z.enum(VERDICTS).optional(),
  /** Only those that another administrator approved, and that wait for the caller's word. */
  mine: z.enum(['true']).optional(),
  /** Only verified payments that their chain no longer shows as they were, and that were not taken back as a whole. */
  lost: z.enum(['true']).optional(),
});

/** A payment in a coin and its result. */
export const adminPayment = pendingPayment.extend({
  /** The administrator who verified or rejected it. */
  settledBy: person.nullable(),
  /**
   * The change that its chain shows of a verified payment, and its time; null while the chain shows what was verified.
   */
  lost: z.object({ what: z.enum(LOSSES), at: isoTime }).nullable(),
});
export type AdminPayment = z.infer<typeof adminPayment>;

export const listPayments = pagedList('listPayments', '/api/admin/payments', {
  duties: ['support', 'finance'],
  summary: 'Payments in a coin, the latest decided first; pending ones by when they were submitted',
  query: orderedPageQuery.extend(paymentFilters.shape),
  row: adminPayment,
});

/** The same payments as CSV; not JSON. */
export const exportPayments = endpoint('exportPayments', 'GET /api/admin/payments.csv', {
  duties: ['finance'],
  summary: 'The payments that the filters show, as CSV',
  query: paymentFilters,
  produces: ['text/csv'],
});

/** The longest reason of a suspension. */
export const MAX_SUSPEND_REASON = 300;

export const suspendUser = endpoint('suspendUser', 'PUT /api/admin/users/:id/suspend', {
  access: 'admin-session',
  summary: 'Suspend an account: its sessions and keys stop working at once, and its owner gets a letter',
  /** Why, for the letter and the list of actions. */
  body: z.object({ reason: line(MAX_SUSPEND_REASON).optional() }).optional(),
  response: user,
  errors: ['not_allowed_now', 'approval_needed'],
});

export const activateUser = endpoint('activateUser', 'PUT /api/admin/users/:id/activate', {
  access: 'admin-session',
  summary: 'Activate a suspended account',
  response: user,
  errors: ['not_allowed_now', 'approval_needed'],
});

export const changeDuty = endpoint('changeDuty', 'PUT /api/admin/users/:id/duty', {
  access: 'admin-session',
  summary: 'Say what another administrator may do; null: everything',
  body: z.object({ duty: duty.nullable() }),
  response: user,
  errors: ['not_allowed_now', 'approval_needed'],
});

export const adjustBalance = endpoint('adjustBalance', 'POST /api/admin/users/:id/adjustments', {
  summary: 'Add to or take from a balance, with a reason',
  body: z.object({
    /** Pounds; a negative amount is taken from the balance. */
    amount: z
      .union([z.string(), z.number()])
      .transform((value) => String(value).trim())
      .pipe(
        z
          .string()
          .regex(/^-?\d{1,8}(\.\d{1,2})?$/, faultText('poundsDecimals', { limit: 2 }))
          .refine((value) => Number(value) !== 0, faultText('amountNotZero')),
      ),
    reason: line(500).min(3, faultText('reasonMissing')),
    /** On which account of the books it stands. */
    kind: z.enum(ADJUSTMENT_KINDS).default('correction'),
  }),
  status: 201,
  response: transaction,
  idempotent: true,
  errors: ['not_allowed_now', 'insufficient_credits', 'approval_needed'],
});
