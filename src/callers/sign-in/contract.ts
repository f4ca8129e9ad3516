import { openEnded } from '../../platform/kit/open-ended.ts';
import { z } from 'zod';
import { email, password, signedIn, PASSWORD_CHARACTERS } from '../contract.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, line, uuid } from '../../platform/kit/schemas.ts';
import { faultText } from '../../platform/kit/faults.ts';

const { endpoint } = endpointsFor('Sign-in');

/** Each of these signs in once, instead of a code from the app. */
export const RECOVERY_CODES = 10;
/** The digits of a code from an authenticator app (RFC 6238). */
export const TOTP_DIGITS = 6;
/** The most passkeys of one account. */
export const MAX_PASSKEYS = 20;

const currentPassword = z
  .string({ error: faultText('enterPassword') })
  .min(1)
  .max(PASSWORD_CHARACTERS.most);
/** Six digits, or a recovery code, with or without spaces and hyphens. */
const code = z.string({ error: faultText('codeMissing') }).regex(/^[\w\s-]{6,40}$/, faultText('codeMissing'));
const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]*$/)
    .max(max);

/** The answer of a browser's `navigator.credentials.get`, as JSON. */
const assertion = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional().catch(undefined),
  clientExtensionResults: z.object({}),
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: base64url(200).optional(),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** The answer of a browser's `navigator.credentials.create`, as JSON. */
const attestation = assertion.extend({
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(32_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
export type Attestation = z.output<typeof attestation>;

export const passkey = z.object({
  id: uuid,
  name: z.string(),
  /** The host name at which it works. */
  hostName: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const secondFactor = z.object({
  /** The account has an authenticator app. */
  totp: z.boolean(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number().int(),
  /** True if this administrator needs a second factor to administer, and has none. */
  needed: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

const recoveryCodes = z.array(z.string());

export const login = endpoint('login', 'POST /api/auth/login', {
  access: 'public',
  tag: 'Accounts',
  summary: 'Sign in; with a second factor where the account has one',
  body: z.object({
    email,
    password,
    /** From the authenticator app, or a recovery code. */
    code: code.optional(),
    /** An assertion that a passkey of the account signed, instead of a code. */
    passkey: openEnded(assertion).optional(),
  }),
  response: signedIn,
  errors: ['invalid_credentials', 'second_factor_required', 'invalid_code', 'account_suspended', 'bad_origin'],
});

export const offerPasskeySignIn = endpoint('offerPasskeySignIn', 'POST /api/auth/passkeys/sign-in/options', {
  access: 'public',
  summary: 'What a passkey must sign to sign in, within 5 minutes',
  response: z.object({
    challenge: z.string(),
    timeout: z.number().int(),
    rpId: z.string(),
    userVerification: z.literal('required'),
  }),
  errors: ['not_allowed_now', 'bad_origin'],
});

export const signInWithPasskey = endpoint('signInWithPasskey', 'POST /api/auth/passkeys/sign-in', {
  access: 'public',
  summary: 'Sign in with a passkey alone',
  body: z.object({ response: openEnded(assertion) }),
  response: signedIn,
  errors: ['invalid_credentials', 'account_suspended', 'bad_origin'],
});

/** By a passkey, which is both factors; or by the password, with a code if there is a second factor. */
export const stepUp = endpoint('stepUp', 'POST /api/auth/step-up', {
  access: 'session',
  summary: 'Show anew who is signed in here; for 10 minutes it opens what answers `step_up_required`',
  body: z.object({
    password: currentPassword.optional(),
    code: code.optional(),
    passkey: openEnded(assertion).optional(),
  }),
  errors: ['wrong_password'],
});

export const getSecondFactor = endpoint('getSecondFactor', 'GET /api/auth/second-factor', {
  access: 'session',
  summary: 'What the caller signs in with beside the password',
  response: secondFactor,
});

export const startTotp = endpoint('startTotp', 'POST /api/auth/second-factor/totp', {
  access: 'session',
  summary: 'Get a secret for an authenticator app; it counts once it is confirmed',
  body: z.object({ password: currentPassword.optional() }),
  status: 201,
  /** `secret` in base32, and the same as an `otpauth:` address for a QR code. */
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['wrong_password', 'not_allowed_now'],
});

export const confirmTotp = endpoint('confirmTotp', 'POST /api/auth/second-factor/totp/confirm', {
  access: 'session',
  summary: 'Turn the authenticator app on with its first code; the other sessions end',
  body: z.object({ code }),
  /** Shown only in this answer; empty if the account already has some. */
  response: z.object({ recoveryCodes }),
  errors: ['not_allowed_now'],
});

export const disableTotp = endpoint('disableTotp', 'POST /api/auth/second-factor/totp/disable', {
  access: 'session',
  summary: 'Turn the authenticator app off; the other sessions end',
  body: z.object({ password: currentPassword.optional(), code }),
  errors: ['wrong_password', 'not_allowed_now'],
});

export const createRecoveryCodes = endpoint('createRecoveryCodes', 'POST /api/auth/second-factor/recovery-codes', {
  access: 'session',
  summary: 'Replace the recovery codes',
  body: z.object({ password: currentPassword.optional() }),
  status: 201,
  response: z.object({ recoveryCodes }),
  errors: ['wrong_password', 'not_allowed_now'],
});

export const offerPasskey = endpoint('offerPasskey', 'POST /api/auth/passkeys/options', {
  access: 'session',
  summary: 'What a browser needs to make a passkey, within 5 minutes',
  body: z.object({ password: currentPassword.optional() }),
  response: z.object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
    timeout: z.number().int(),
    excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  }),
  errors: ['wrong_password', 'not_allowed_now'],
});

export const addPasskey = endpoint('addPasskey', 'POST /api/auth/passkeys', {
  access: 'session',
  summary: 'Add a passkey; the other sessions end',
  body: z.object({ name: line(60).min(1, faultText('passkeyName')), response: openEnded(attestation) }),
  status: 201,
  /** Recovery codes are shown only in this answer; empty if the account already has some. */
  response: z.object({ passkey, recoveryCodes }),
  errors: ['not_allowed_now'],
});

export const removePasskey = endpoint('removePasskey', 'POST /api/auth/passkeys/:passkeyId/remove', {
  access: 'session',
  summary: 'Remove a passkey; the other sessions end',
  body: z.object({ password: currentPassword.optional() }),
  errors: ['wrong_password'],
});

export const resetSecondFactor = endpoint('resetSecondFactor', 'DELETE /api/admin/users/:id/second-factor', {
  access: 'admin-session',
  tag: 'Administration',
  summary: 'Take away the second factor of somebody who lost it, and sign them out',
  errors: ['approval_needed', 'not_allowed_now'],
});
