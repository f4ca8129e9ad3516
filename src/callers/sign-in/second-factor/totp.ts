import { Secret, TOTP } from 'otpauth';
import { TOTP_DIGITS } from '../contract.ts';

/** The form that every authenticator app understands: RFC 6238 with SHA-1, 30 seconds. */
const SETTINGS = { algorithm: 'SHA1', digits: TOTP_DIGITS, period: 30 } as const;
/** A clock that is wrong by one step, in either direction, is accepted. */
const WINDOW = 1;

/** A new secret of 160 bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The `otpauth:` address that an app reads from a QR code. */
export const totpAddress = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...SETTINGS, issuer, label, secret: Secret.fromBase32(secret) }).toString();

/** The step of 30 seconds to which a code belongs, or null if the code is wrong now. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...SETTINGS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
