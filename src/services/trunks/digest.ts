import { createHash } from 'node:crypto';
import type { DigestAlgorithm } from '../../../db/enums.ts';
import { seal, unseal } from '../../platform/kit/seal.ts';
import type { Secrets } from '../../platform/kit/secrets.ts';

const HASHES = { MD5: 'md5', 'SHA-256': 'sha256' } as const;

const hash = (algorithm: DigestAlgorithm, text: string): string =>
  createHash(HASHES[algorithm]).update(text).digest('hex');

/** The hash that takes the place of a secret in digest authentication (RFC 7616, section 3.4.2). */
export const ha1 = (
  algorithm: DigestAlgorithm,
  { username, realm, secret }: { username: string; realm: string; secret: string },
): string => hash(algorithm, `${username}:${realm}:${secret}`);

export interface DigestRequest {
  algorithm: DigestAlgorithm;
  method: string;
  uri: string;
  nonce: string;
  /** Absent in the older form of RFC 2617, which does not use `nc` and `cnonce`. */
  qop?: 'auth' | undefined;
  nc?: string | undefined;
  cnonce?: string | undefined;
}

/** The response of a client that knows the secret (RFC 7616, section 3.4.1). */
export function digestResponse(secretHash: string, request: DigestRequest): string {
  const { algorithm, method, uri, nonce, qop, nc, cnonce } = request;
  const ha2 = hash(algorithm, `${method}:${uri}`);
  const middle = qop ? [nonce, nc, cnonce, qop] : [nonce];
  return hash(algorithm, [secretHash, ...middle, ha2].join(':'));
}

const placeOf = (trunkId: string) => ({ purpose: 'SIP credentials', ownerId: trunkId });

/** A hash for digest authentication as it is stored. Whoever has it can register like with the secret itself. */
export const sealHash = (config: Pick<Secrets, 'sessionSecret'>, trunkId: string, secretHash: string): string =>
  seal(config, placeOf(trunkId), secretHash);

/** Opens a stored hash; null if no secret of the settings opens it any more. */
export const openHash = (config: Secrets, trunkId: string, kept: string): string | null =>
  unseal(config, placeOf(trunkId), kept);
