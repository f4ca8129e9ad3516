import { expect } from 'bun:test';
import { z } from 'zod';
import { ERROR_CATALOGUE, type ErrorCode } from '../../src/platform/kit/errors.ts';
import { namedSentence } from '../../src/platform/kit/schemas.ts';
import { raise } from '../../src/resale/customers/price-contract.ts';
import { errorCode } from './read.ts';

const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string().min(1),
  code: errorCode,
  sentence: namedSentence.optional(),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string().min(1), sentence: namedSentence })).optional(),
  /** With `price_changed`. */
  price: z.string().optional(),
  /** With `prices_rise`. */
  raise: raise.optional(),
  methods: z.array(z.enum(['totp', 'passkey', 'recovery_code'])).optional(),
});

export type ReceivedProblem = z.infer<typeof problem>;

/**
 * Reads a refusal. It fails if the answer is not a problem document with a code of the closed list, or if status,
 * title or content type do not match the code.
 */
export async function problemOf(response: Response): Promise<ReceivedProblem> {
  const text = await response.text();
  if (response.status < 400) throw new Error(`answered ${response.status}, not a refusal: ${text}`);
  expect(response.headers.get('content-type')).toStartWith('application/problem+json');
  const received = problem.parse(JSON.parse(text));
  const { status, title } = ERROR_CATALOGUE[received.code];
  expect([received.status, received.title, response.status]).toEqual([status, title, status]);
  expect(received.type).toBe(`/api/docs#${received.code}`);
  return received;
}

export const codeOf = async (response: Response): Promise<ErrorCode> => (await problemOf(response)).code;

/** Checks that an answer is this refusal. @returns the refusal, for further checks */
export async function expectProblem(response: Response, code: ErrorCode): Promise<ReceivedProblem> {
  const received = await problemOf(response);
  expect(received.code).toBe(code);
  return received;
}
