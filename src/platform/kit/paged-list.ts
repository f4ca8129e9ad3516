import { z } from 'zod';
import { type Endpoint, endpoint } from './endpoint.ts';

/** The properties that all lists have in common; a declaration leaves them out. */
type Said = 'method' | 'body' | 'status' | 'response' | 'paged';

/**
 * Declares a list that is read page by page, with a `Link` header to the next page.
 * @param declared the schema of a `row`, and the endpoint's other properties; its `query` extends `pageQuery`
 */
export const pagedList = <
  Row extends z.ZodType,
  Query extends z.ZodObject,
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
>({
  row,
  ...declared
}: Omit<Endpoint<Params, Query, z.ZodUndefined, z.ZodArray<Row>>, Said> & { row: Row; query: Query }) =>
  endpoint<Params, Query, z.ZodUndefined, z.ZodArray<Row>>({
    ...declared,
    method: 'GET',
    status: 200,
    response: z.array(row),
    paged: true,
  });
