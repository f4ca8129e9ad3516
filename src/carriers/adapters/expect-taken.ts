import { z } from 'zod';
import { PapersRefused } from '../number-papers.ts';
import { type Answer, expectOk } from './http-carrier.ts';

/**
 * Reads a carrier's answer to a request that creates or changes something of somebody's papers.
 * @param words reads the reason from the body of a refusal
 * @throws {PapersRefused} if it says that the papers are wrong; an Error if the result is unknown
 */
export function expectTaken<Schema extends z.ZodType>(
  answer: Answer,
  carrier: string,
  { schema, words }: { schema: Schema; words: (body: unknown) => string | undefined },
): z.output<Schema> {
  // 401 and 403 are about our own account, and 404 and 409 about an earlier step: neither is the customer's
  // fault.
  if (answer.kind === 'answered' && (answer.status === 400 || answer.status === 422)) {
    throw new PapersRefused(words(answer.body) ?? `HTTP ${answer.status}`);
  }
  return schema.parse(expectOk(answer, carrier));
}
