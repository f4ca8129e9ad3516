import { z } from 'zod';
import { ERROR_CATALOGUE, type ErrorCode } from '../../src/platform/kit/errors.ts';

/** An HTTP answer or request that a test reads, from `fetch` or from the browser's driver. */
interface Readable {
  json(): Promise<unknown>;
}

/**
 * Reads a JSON body by its schema, which is the contract's where there is one.
 * @throws if the body has another form
 */
export const readAs = async <Schema extends z.ZodType>(
  answer: Readable | Promise<Readable>,
  schema: Schema,
): Promise<z.output<Schema>> => schema.parse(await (await answer).json());

/** Does the same as `readAs`, by the contract of an endpoint. */
export function readAnswer<Schema extends z.ZodType>(
  answer: Readable | Promise<Readable>,
  { response, name }: { response?: Schema; name: string },
): Promise<z.output<Schema>> {
  if (!response) throw new Error(`${name} answers without a JSON body`);
  return readAs(answer, response);
}

/** Does the same as `readAs`, for a JSON text. */
export const parseAs = <Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> =>
  schema.parse(JSON.parse(text));

export const withId = z.looseObject({ id: z.string() });

export const errorCode = z.custom<ErrorCode>(
  (code) => typeof code === 'string' && Object.hasOwn(ERROR_CATALOGUE, code),
);
