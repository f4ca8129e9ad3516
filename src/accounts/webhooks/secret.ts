import { randomBytes } from 'node:crypto';
import * as kit from '../../platform/kit/seal.ts';
import type { Secrets } from '../../platform/kit/secrets.ts';

/** A new signing secret: 256 bits, with a prefix that says what it is to a person and to a leak scanner. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

const placeOf = (webhookId: string) => ({ purpose: 'webhook secrets', ownerId: webhookId });

/** A signing secret as the database stores it: encrypted, and valid only in its own row. */
export const sealSecret = (config: Pick<Secrets, 'sessionSecret'>, webhookId: string, secret: string): string =>
  kit.seal(config, placeOf(webhookId), secret);

/** Opens a stored signing secret; null if no secret of the settings opens it any more. */
export const openSecret = (config: Secrets, webhookId: string, kept: string): string | null =>
  kit.unseal(config, placeOf(webhookId), kept);
