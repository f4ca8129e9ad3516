import { z } from 'zod';
import { type Endpoint, endpoint, type PathParams } from './endpoint.ts';

/** The properties that all lists have in common; a declaration leaves them out. */
type Said = 'name' | 'method' | 'path' | 'body' | 'status' | 'response' | 'paged';

/**
 * Declares a list that is read by GET and page by page, with a `Link` header to the next page.
 * @param declared the schema of a `row`, and the endpoint's other properties; its `query` extends `pageQuery`
 */
export const pagedList = <
  Path extends `/${string}`,
  Row extends z.ZodType,
  Query extends z.ZodObject,
  Params extends z.ZodObject = PathParams<Path>,
>(
  name: string,
  path: Path,
  {
    row,
    ...declared
  }: Omit<Endpoint<Params, Query, z.ZodUndefined, z.ZodArray<Row>>, Said> & { row: Row; query: Query },
) =>
  endpoint<`GET ${Path}`, Params, Query, z.ZodUndefined, z.ZodArray<Row>>(name, `GET ${path}`, {
    ...declared,
    response: z.array(row),
    paged: true,
  });
