import { randomBytes } from 'node:crypto';
import { expect } from 'bun:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { NETWORK, p2pkh } from '@scure/btc-signer';
import { getSigning } from '../../../src/money/signatures/contract.ts';
import { type Signed, signBitcoin } from '../../chain/kit/sign.ts';
import { readAnswer, type TestActor } from '../../kit/index.ts';
import { purchase } from '../payments/payments.ts';
import type { Maker } from './row.ts';

const pathOf = (owner: TestActor, transactionId: string) =>
  `/api/users/${owner.id}/transactions/${transactionId}/signatures`;

/** A payment's text, signed by a wallet. */
export async function signatureFor(owner: TestActor, transactionId: string): Promise<Signed> {
  const response = await owner.as(pathOf(owner, transactionId));
  // Nobody is told the text of somebody else's payment.
  const { message } = response.ok ? await readAnswer(response, getSigning) : { message: 'Not mine' };
  const key = Uint8Array.from(randomBytes(32));
  const { address } = p2pkh(secp256k1.getPublicKey(key), NETWORK);
  return { address, signature: signBitcoin(message, key) };
}

export const signedPayment: Maker = async (_, owner) => {
  const { id } = await purchase(owner);
  expect((await owner.as(pathOf(owner, id), { json: await signatureFor(owner, id) })).status).toBe(201);
  return {};
};
