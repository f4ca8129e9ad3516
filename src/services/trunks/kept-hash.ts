import { seal, unseal } from '../../platform/kit/seal.ts';
import type { Secrets } from '../../platform/kit/secrets.ts';

const placeOf = (trunkId: string) => ({ purpose: 'SIP credentials', ownerId: trunkId });

/** A hash for digest authentication as it is stored. Whoever has it can register like with the secret itself. */
export const sealHash = (config: Pick<Secrets, 'sessionSecret'>, trunkId: string, secretHash: string): string =>
  seal(config, placeOf(trunkId), secretHash);

/** Opens a stored hash; null if no secret of the settings opens it any more. */
export const openHash = (config: Secrets, trunkId: string, kept: string): string | null =>
  unseal(config, placeOf(trunkId), kept);
