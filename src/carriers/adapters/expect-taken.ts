import { z } from 'zod';
import { PapersRefused } from '../number-papers.ts';
import { type Answer, expectOk } from './http-carrier.ts';

/**
 * What a carrier answers to something that it should make or change of somebody's papers.
 * @param words reads the reason out of a refusal's body
 * @throws {PapersRefused} where it says that what it was given is wrong; an Error where it is open what happened
 */
export function expectTaken<Schema extends z.ZodType>(
  answer: Answer,
  carrier: string,
  { schema, words }: { schema: Schema; words: (body: unknown) => string | undefined },
): z.output<Schema> {
  // 401 and 403 are about our own account, and 404 and 409 about an earlier step: neither is the customer's doing.
  if (answer.kind === 'answered' && (answer.status === 400 || answer.status === 422)) {
    throw new PapersRefused(words(answer.body) ?? `HTTP ${answer.status}`);
  }
  return schema.parse(expectOk(answer, carrier));
}
