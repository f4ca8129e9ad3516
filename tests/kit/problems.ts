import { expect } from 'bun:test';
import { z } from 'zod';
import { ERROR_CATALOGUE, type ErrorCode } from '../../src/platform/kit/errors.ts';
import { namedSentence } from '../../src/platform/kit/schemas.ts';

const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string().min(1),
  code: z.enum(Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]]),
  sentence: namedSentence.optional(),
  errors: z
    .array(z.strictObject({ path: z.string(), message: z.string().min(1), sentence: namedSentence }))
    .optional(),
  methods: z.array(z.enum(['totp', 'passkey', 'recovery_code'])).optional(),
});

/** A refusal as it crossed the wire. */
export type ReceivedProblem = z.infer<typeof problem>;

/**
 * Reads a refusal. Fails where the answer is no problem document of the closed list, or where its status,
 * title and content type do not agree with its code.
 */
export async function problemOf(response: Response): Promise<ReceivedProblem> {
  const text = await response.text();
  if (response.status < 400) throw new Error(`answered ${response.status}, not a refusal: ${text}`);
  expect(response.headers.get('content-type')).toStartWith('application/problem+json');
  const received = problem.parse(JSON.parse(text));
  const { status, title } = ERROR_CATALOGUE[received.code];
  expect([received.status, received.title, response.status]).toEqual([status, title, status]);
  return received;
}

/** The code of a refusal. */
export const codeOf = async (response: Response): Promise<ErrorCode> => (await problemOf(response)).code;

/** That an answer is this refusal. @returns it, for what else a test wants of it */
export async function expectProblem(response: Response, code: ErrorCode): Promise<ReceivedProblem> {
  const received = await problemOf(response);
  expect(received.code).toBe(code);
  return received;
}
