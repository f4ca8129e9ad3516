import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Assertion, Attestation } from '../../src/callers/sign-in/contract.ts';

/** The flags: a person was present, and the authenticator verified who it is. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const KEY_INCLUDED = 0x40;
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

interface Options {
  /** The browser's origin, e.g. `https://portal.example.com`. */
  origin: string;
  hostName: string;
  /** False: it only noticed that a person was present. */
  verifiesPerson?: boolean;
}

/** A test's passkey: one P-256 key that counts its uses. */
export class TestAuthenticator {
  readonly id = randomBytes(32);
  counter = 0;
  /** A test changes these to imitate a site that pretends to be another one. */
  options: Options;
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject };

  constructor(options: Options) {
    this.options = options;
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** Answers `navigator.credentials.create`. */
  create(challenge: string): Attestation {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()]);
    const data = this.#authenticatorData(KEY_INCLUDED, credential);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
    const object = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.from([data.length >> 8, data.length & 0xff]),
      data,
    ]);
    return {
      ...this.#head(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge),
        attestationObject: base64url(object),
        transports: ['internal'],
      },
    };
  }

  /** Answers `navigator.credentials.get`; each answer counts one more use. */
  get(challenge: string, userHandle?: string): Assertion {
    this.counter++;
    const data = this.#authenticatorData(0);
    const clientData = this.#clientData('webauthn.get', challenge);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientData, 'base64url'))]);
    return {
      ...this.#head(),
      response: {
        clientDataJSON: clientData,
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', signed, this.#key.privateKey)),
        userHandle,
      },
    };
  }

  #head() {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string): string {
    return base64url(JSON.stringify({ type, challenge, origin: this.options.origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number, credential: Buffer = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const verified = this.options.verifiesPerson === false ? 0 : VERIFIED;
    const flag = Buffer.from([PRESENT | verified | flags]);
    return Buffer.concat([sha256(this.options.hostName), flag, counter, credential]);
  }

  /** COSE, as CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }
}
