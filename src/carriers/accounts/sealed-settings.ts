import { z } from 'zod';
import * as kit from '../../platform/kit/seal.ts';
import type { Secrets } from '../../platform/kit/secrets.ts';
import type { AccountSettings } from './open-account.ts';

const placeOf = (name: string) => ({ purpose: 'carrier accounts', ownerId: name });

/** Encrypts the settings of an account for the database, bound to its name. */
export const sealSettings = (config: Pick<Secrets, 'sessionSecret'>, name: string, settings: AccountSettings): string =>
  kit.seal(config, placeOf(name), JSON.stringify(settings));

/** The settings that `sealSettings` was given; null if they can no longer be opened. */
export function openSettings(config: Secrets, name: string, sealed: string): AccountSettings | null {
  const text = kit.unseal(config, placeOf(name), sealed);
  return text === null ? null : z.record(z.string(), z.string()).parse(JSON.parse(text));
}
