import { createHash, randomBytes } from 'node:crypto';
import { API_KEY_PREFIX, TEST_KEY_PREFIX } from '../shared/mask.ts';

/** A caller's credential: the token of a session cookie, or a bearer key. Only its hash is ever looked up. */
export interface Credential {
  kind: 'session' | 'key';
  tokenHash: string;
  /** Where it was sent from, for keys that work from some networks only; empty where that is no address. */
  address: string;
  /** This key sends tests only: it is none of those by which anything is charged. */
  isTest?: boolean;
}

/** A caller sends, or the program itself for an account. Nobody can show the credentials of the latter. */
export interface Sender {
  kind: 'session' | 'key' | 'account';
  /** An account has its id here. */
  tokenHash: string;
  address: string;
  isTest?: boolean;
}

/** The account itself, for what it has told the program to do by itself. */
export const ofItself = (userId: string): Sender => ({ kind: 'account', tokenHash: userId, address: '' });

/** 256 random bits: nobody can guess them, so a plain hash is enough. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const newApiKey = (isTest = false): string => (isTest ? TEST_KEY_PREFIX : API_KEY_PREFIX) + newToken();

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
