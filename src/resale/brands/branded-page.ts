import { extname } from 'node:path';
import type { Deps } from '../../services/deps.ts';
import { escapeMarkup } from '../../platform/kit/escape-markup.ts';
import { parseHostName } from '../../platform/kit/host-name.ts';
import type { Brand } from './contract.ts';
import { brandAtHost } from './find-brand.ts';

type Files = (request: Request, options?: { drawn: boolean }) => Response | null;

/**
 * The application's page as a reseller's host name shows it: a stranger, a search engine and a link preview read
 * the brand's name from the first byte on. Null for every other file, and where the brand cannot be looked up:
 * the page itself needs no database.
 */
export async function brandedPage(deps: Deps, files: Files, request: Request): Promise<Response | null> {
  const host = parseHostName(request.headers.get('host') ?? '');
  if (!host || host === new URL(deps.config.publicUrl).hostname) return null;
  const page = pageAt(files, request);
  if (!page) return null;
  try {
    const brand = await brandAtHost(deps.db, host);
    if (!brand) return null;
    const html = nameIn(await page.text(), brand);
    return new Response(request.method === 'HEAD' ? null : html, {
      status: page.status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-length': String(Buffer.byteLength(html)),
      },
    });
  } catch (error) {
    deps.log.warn({ error, host }, 'a brand could not be looked up');
    return null;
  }
}

/** The built page, uncompressed and complete; null if this is another file. */
function pageAt(files: Files, { url }: Request): Response | null {
  if (extname(URL.parse(url)?.pathname ?? '') !== '') return null;
  const page = files(new Request(url), { drawn: false });
  return page?.headers.get('content-type')?.startsWith('text/html') ? page : null;
}

const PRODUCT = 'Topline';

/**
 * Replaces the product's name with the brand's: in title, splash and description. The page also gets the whole brand.
 */
export function nameIn(html: string, brand: Brand): string {
  const { name } = brand;
  return html
    .replaceAll(PRODUCT, () => escapeMarkup(name))
    .replaceAll(PRODUCT.toUpperCase(), () => escapeMarkup(name.toUpperCase()))
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*/,
      (_, start: string) => `${start}${escapeMarkup(name)}: SMS, voice calls and numbers on one prepaid balance.`,
    )
    .replace(/<link rel="manifest"[^>]*>/, '')
    .replace('</head>', () => `<meta name="brand" content="${escapeMarkup(JSON.stringify(brand))}" /></head>`);
}
