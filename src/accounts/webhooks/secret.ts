import { randomBytes } from 'node:crypto';
import { isSealedNow, seal, unseal } from '../../platform/kit/seal.ts';
import type { Secrets } from '../../platform/kit/secrets.ts';

/** A new signing secret: 256 bits, with a prefix that tells a reader (and a scanner for leaks) what it is. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

/** What was kept before secrets were sealed has no such mark. */
const SEALED = 'sealed:';
const placeOf = (webhookId: string) => ({ purpose: 'webhook secrets', ownerId: webhookId });

/** A signing secret as the database keeps it: encrypted, of use in its own row alone. */
export const sealSecret = (
  config: Pick<Secrets, 'sessionSecret'>,
  webhookId: string,
  secret: string,
): string => SEALED + seal(config, placeOf(webhookId), secret);

/** The signing secret that the database keeps; null where no secret of the settings opens it any more. */
export const openSecret = (config: Secrets, webhookId: string, kept: string): string | null =>
  kept.startsWith(SEALED) ? unseal(config, placeOf(webhookId), kept.slice(SEALED.length)) : kept;

/** Whether it is sealed, and with the secret that seals now. */
export const isKeptWell = (
  config: Pick<Secrets, 'sessionSecret'>,
  webhookId: string,
  kept: string,
): boolean => kept.startsWith(SEALED) && isSealedNow(config, placeOf(webhookId), kept.slice(SEALED.length));
