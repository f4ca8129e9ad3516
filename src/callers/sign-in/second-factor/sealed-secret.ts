import * as kit from '../../../platform/kit/seal.ts';
import type { Secrets } from '../../../platform/kit/secrets.ts';

const placeOf = (ownerId: string) => ({ purpose: 'second factor secrets', ownerId });

/** Encrypts the secret of an authenticator app for the database, bound to its owner. */
export const seal = (config: Pick<Secrets, 'sessionSecret'>, ownerId: string, secret: string): string =>
  kit.seal(config, placeOf(ownerId), secret);

/** The secret that `seal` was given; null if it can no longer be opened. */
export const unseal = (config: Secrets, ownerId: string, sealed: string): string | null =>
  kit.unseal(config, placeOf(ownerId), sealed);
