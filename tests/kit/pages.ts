import { expect } from 'bun:test';
import { z } from 'zod';
import type { TestActor } from './actors.ts';

/** The path of the next page in an answer's `Link` header; null on the last page. */
export function nextPage(response: Response): string | null {
  const link = response.headers.get('link');
  if (link === null) return null;
  const [, path] = /^<([^>]+)>; rel="next"$/.exec(link) ?? [];
  if (!path) throw new Error(`no link to a next page: ${link}`);
  return path;
}

/** More pages than any test has, so that a list whose links form a circle fails. */
const MOST_PAGES = 50;

/**
 * Follows a list from page to page by its links.
 * @param path of the first page, with its `limit`
 * @returns the pages, each with its rows
 */
export async function pagesOf<Row extends z.ZodType>(
  person: Pick<TestActor, 'as'>,
  path: string,
  row: Row,
): Promise<z.infer<Row>[][]> {
  const pages: z.infer<Row>[][] = [];
  for (let next: string | null = path; next !== null;) {
    if (pages.length === MOST_PAGES) throw new Error(`${path} has no end`);
    const response: Response = await person.as(next);
    expect(response.status).toBe(200);
    pages.push(z.array(row).parse(await response.json()));
    next = nextPage(response);
  }
  return pages;
}
