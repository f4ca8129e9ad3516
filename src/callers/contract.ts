import { z } from 'zod';
import { endpointsFor } from '../platform/kit/endpoint.ts';
import { isoTime, line, money2, namedObject, uuid } from '../platform/kit/schemas.ts';
import {
  CALLER_ID_TYPES,
  DUTIES,
  LANGUAGES,
  PERSON_ROLES,
  RESELLER_PLAN_IDS,
  ROLES,
  USER_STATUSES,
} from '../../db/enums.ts';
import { faultText } from '../platform/kit/faults.ts';

const { endpoint } = endpointsFor('Accounts');

export const role = z.enum(ROLES);
export const userStatus = z.enum(USER_STATUSES);
export const callerIdType = z.enum(CALLER_ID_TYPES);
export const language = z.enum(LANGUAGES);
/** A country by its two letters (ISO 3166). */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, faultText('countryLetters', { example: 'GB' }));

export const email = z
  .string({ error: faultText('invalidEmail') })
  .trim()
  .max(254, faultText('invalidEmail'))
  .pipe(z.email(faultText('invalidEmail')));

/** There is an upper limit because a longer password takes longer to hash. */
export const PASSWORD_CHARACTERS = { least: 6, leastOfAdmin: 12, most: 128 } as const;
const TOO_SHORT = faultText('passwordShort', { limit: PASSWORD_CHARACTERS.least });

export const password = z
  .string({ error: TOO_SHORT })
  .min(PASSWORD_CHARACTERS.least, TOO_SHORT)
  .max(PASSWORD_CHARACTERS.most, faultText('passwordLong', { limit: PASSWORD_CHARACTERS.most }));

/** A password that somebody claims to know: any text that could be one. */
export const knownPassword = z.string().max(PASSWORD_CHARACTERS.most);

export const fullName = z
  .string({ error: faultText('nameShort', { limit: 2 }) })
  .pipe(line(120).min(2, faultText('nameShort', { limit: 2 })));

/** An optional text: blank means "none". */
export const optionalLine = (max: number) =>
  line(max)
    .transform((text) => text || null)
    .nullish();

export const usage = z.object({
  /** Recipients handed to a carrier. */
  smsSent: z.number().int(),
  /** Billed minutes. */
  voiceMinutes: z.number().int(),
  /** Numbers that have not expired. */
  didNumbers: z.number().int(),
  /** The charges of this UTC month minus refunds, in pounds. */
  monthlySpend: money2,
});

/** A user as answers show them. The API key is masked; only the answers that create it show it whole. */
export const user = namedObject('User', {
  id: uuid,
  email: z.string(),
  /** A link that was sent there has shown that the address is theirs. */
  emailConfirmed: z.boolean(),
  /** The address that was asked for and is not confirmed yet. */
  pendingEmail: z.string().nullable(),
  /** An authenticator app or a passkey is needed besides the password. */
  hasSecondFactor: z.boolean(),
  fullName: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  /** The language of their mails; null: not known, so English. */
  language: language.nullable(),
  /** Where telephone numbers without a country’s code belong; null: not known. */
  country: countryCode.nullable(),
  /** Their messages are written so that they cost fewer parts. */
  cheaperSpelling: z.boolean(),
  role,
  /** The duty of an administrator who may not do everything. */
  duty: z.enum(DUTIES).nullable(),
  status: userStatus,
  /** Its owner has closed it. Its `status` is `suspended` then, because nobody can use it. */
  isClosed: z.boolean(),
  credits: money2,
  /** The account's debt; incoming credit pays it first. */
  owed: money2,
  resellerPackage: z.enum(RESELLER_PLAN_IDS).nullable(),
  resellerExpiresAt: isoTime.nullable(),
  /** A reseller who may see the accounts of its customers as they do. */
  seesCustomers: z.boolean(),
  /** The account is a reseller's customer. */
  resold: z.boolean(),
  defaultCallerId: z.string().nullable(),
  callerIdType,
  /** They get a mail when the balance falls below it; null: they get none. */
  lowBalanceLevel: money2.nullable(),
  /** `tl_live_…wxyz`; in full only in the answer to a registration and to a rotation. */
  apiKey: z.string(),
  /** When a spend limit last refused something for the first time in a day, and until when the limits are lifted. */
  limitReachedAt: isoTime.nullable(),
  limitLiftedUntil: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type User = z.infer<typeof user>;

export const personRole = z.enum(PERSON_ROLES);

/** Who is signed in: the account in which they are, and in somebody else's, who they are there. */
export const signedIn = z.object({
  user,
  person: z.object({ email: z.string(), role: personRole }).nullable(),
});
export type SignedIn = z.infer<typeof signedIn>;

/** For this long after a sign-in or a step-up, a session may do things with which an account could be taken over. */
export const STEP_UP_MINUTES = 10;

/** A session in use is written to at most this often: so old is the time of its last use that is shown. */
export const RENEW_MINUTES = 5;

/** After this long without a request an administrator has to sign in again. */
export const ADMIN_IDLE_HOURS = 12;

/** The token in a mail's link. */
export const linkToken = z.string().max(200, 'This link is not one of ours');

export const register = endpoint('register', 'POST /api/auth/register', {
  access: 'public',
  summary: 'Create an account and sign in',
  body: z.object({
    email,
    password,
    fullName,
    company: optionalLine(120),
    /** The language of their mails; if absent, the first language of `Accept-Language` that we have. */
    language: language.optional(),
    /** Where telephone numbers without a country’s code belong. */
    country: countryCode.optional(),
    /** The version of the terms that they accept; needed where the operator has terms (`GET /api/pages/terms`). */
    termsVersion: z.string().max(16).optional(),
    /** Of an invitation to their address: they are a customer of the same reseller as the account to which it is. */
    invitation: linkToken.optional(),
  }),
  status: 201,
  response: z.object({ user }),
  errors: ['email_taken', 'bad_origin'],
});

export const logout = endpoint('logout', 'POST /api/auth/logout', {
  access: 'signed-in',
  summary: 'End this session',
});

export const getSession = endpoint('getSession', 'GET /api/auth/session', {
  access: 'signed-in',
  summary: 'Who is signed in',
  response: signedIn,
});

export const changePassword = endpoint('changePassword', 'PUT /api/users/:id/password', {
  access: 'owner-session',
  summary: 'Change the password; the other sessions end',
  body: z.object({
    currentPassword: knownPassword,
    newPassword: password,
    /** The API keys end as well. */
    revokeKeys: z.boolean().default(false),
  }),
  errors: ['wrong_password'],
});

export const confirmEmail = endpoint('confirmEmail', 'POST /api/auth/confirm-email', {
  access: 'public',
  summary:
    'Confirm an e-mail address with the link that was sent there; with neither a session nor the password of the account, all that was made before ends',
  body: z.object({
    token: linkToken,
    /** The account's password, from a person who registered the account and is not signed in here. */
    password: z.string().max(128).optional(),
  }),
  /** With a `resetToken`, sessions, API keys and the old password have ended: the owner chooses a new password next. */
  response: z.object({ email: z.string(), resetToken: z.string().optional() }),
  errors: ['invalid_link', 'wrong_password', 'forbidden', 'email_taken', 'bad_origin'],
});

export const undoEmail = endpoint('undoEmail', 'POST /api/auth/undo-email', {
  access: 'public',
  summary: 'Undo a change of the e-mail address with the link that went to the address before',
  body: z.object({ token: linkToken }),
  /** `resetToken` lets the owner choose a password: sessions, API keys and the old password have ended. */
  response: z.object({ email: z.string(), resetToken: z.string() }),
  errors: ['invalid_link', 'email_taken', 'bad_origin'],
});

export const sendConfirmation = endpoint('sendConfirmation', 'POST /api/users/:id/confirmation', {
  summary: 'Send the link that confirms the e-mail address again',
  errors: ['not_allowed_now'],
});

export const requestPasswordReset = endpoint('requestPasswordReset', 'POST /api/auth/password-reset', {
  access: 'public',
  summary: 'Have a link to choose a new password sent; answers the same whether there is such an account',
  body: z.object({ email }),
  errors: ['bad_origin'],
});

export const checkResetLink = endpoint('checkResetLink', 'POST /api/auth/password-reset/check', {
  access: 'public',
  summary: 'Whether the link that was sent still works; it goes on working',
  body: z.object({ token: linkToken }),
  /** How many characters the password needs. */
  response: z.object({ least: z.number().int() }),
  errors: ['invalid_link', 'bad_origin'],
});

export const resetPassword = endpoint('resetPassword', 'POST /api/auth/password-reset/confirm', {
  access: 'public',
  summary: 'Choose a new password with the link that was sent; all sessions and API keys end',
  body: z.object({ token: linkToken, password }),
  errors: ['invalid_link', 'account_suspended', 'bad_origin'],
});

export const rotateApiKey = endpoint('rotateApiKey', 'POST /api/users/:id/api-key', {
  access: 'owner-session',
  summary: 'Replace the API key; the old one stops working at once',
  status: 201,
  response: z.object({ apiKey: z.string() }),
});

/** A link to choose a password: after a reset, or to begin with. */
export const accountLink = z.object({ kind: z.enum(['invitation', 'reset_password']) });
export const accountLinkSent = z.object({ sentTo: z.string() });

/** For how long an administrator or a reseller sees an account as its owner does. */
export const VIEW_MINUTES = 15;

export const viewAnswer = z.object({ token: z.string(), until: isoTime, user });

/** For how long a visitor sees the demonstration. */
export const DEMONSTRATION_MINUTES = 60;

export const openDemonstration = endpoint('openDemonstration', 'POST /api/auth/demonstration', {
  access: 'public',
  summary: 'See the demonstration account as a reader: what reads, with this token in `x-view-as`',
  /** Null: there is none. */
  response: viewAnswer.extend({ person: signedIn.shape.person }).nullable(),
  errors: ['bad_origin'],
});

export const viewAccount = endpoint('viewAccount', 'POST /api/admin/users/:id/view', {
  access: 'admin-session',
  duties: ['support', 'reader'],
  tag: 'Administration',
  summary: 'See an account as its owner does: what reads, with this token in `x-view-as`',
  status: 201,
  response: viewAnswer,
  errors: ['not_allowed_now'],
});
