import { createHash } from 'node:crypto';

export interface Credentials {
  realm: string;
  username: string;
  secret: string;
}

type Hash = 'md5' | 'sha256';
export const hex = (hash: Hash, text: string) => createHash(hash).update(text).digest('hex');

export function digestOf({ realm, username, secret }: Credentials, hash: Hash = 'md5', more: object = {}) {
  const request = { nonce: 'f3a1', uri: 'sip:sip.example.com', method: 'REGISTER', nc: '00000001', cnonce: '0a4f' };
  const { nonce, uri, method, nc, cnonce } = request;
  const secretHash = hex(hash, `${username}:${realm}:${secret}`);
  const response = hex(hash, [secretHash, nonce, nc, cnonce, 'auth', hex(hash, `${method}:${uri}`)].join(':'));
  return {
    ...request,
    realm,
    username,
    response,
    qop: 'auth',
    algorithm: hash === 'md5' ? 'MD5' : 'SHA-256',
    ...more,
  };
}
