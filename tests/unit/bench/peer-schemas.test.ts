import { expect, test } from 'bun:test';
import { z } from 'zod';
import { user } from '../../../src/callers/contract.ts';
import { smsMessage } from '../../../src/services/messaging/contract.ts';
import { transaction } from '../../../src/money/payments/contract.ts';

/** The bench compares servers that give the same answers: a field more or less would be an advantage. */

const schemas = z
  .record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()) }))
  .parse(await import(new URL('../../bench/peer-schemas.mjs', import.meta.url).href));

test.each([
  ['userSchema', user],
  ['transactionSchema', transaction],
  ['messageSchema', smsMessage],
] as const)('%s has the fields of the contract', (name, contract) => {
  expect(Object.keys(schemas[name]?.properties ?? {}).toSorted()).toEqual(
    Object.keys(contract.shape).toSorted(),
  );
});
