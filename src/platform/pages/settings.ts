import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_NAMES, type PageName } from '../../shared/page-names.ts';
import { ConfigError } from '../kit/settings.ts';

interface OperatorPage {
  html: string;
  /** The beginning of the SHA-256 of its file: by it the operator finds the text that somebody accepted. */
  version: string;
}

/** The texts of a page by language; that of its file without a language is `''`. */
export type OperatorPages = ReadonlyMap<PageName, ReadonlyMap<string, OperatorPage>>;

const FILE = new RegExp(String.raw`^(${PAGE_NAMES.join('|')})(?:\.([a-z]{2}))?\.md$`);

/**
 * Reads the operator's pages from a folder: `terms.md` and `terms.de.md` for those who read German.
 * @throws {ConfigError} where it cannot be read, or a translation has no original
 */
export function readOperatorPages(folder: string | undefined): OperatorPages {
  const pages = new Map<PageName, Map<string, OperatorPage>>();
  for (const file of folder === undefined ? [] : filesOf(folder)) {
    const [, given, language = ''] = FILE.exec(file) ?? [];
    const name = PAGE_NAMES.find((known) => known === given);
    if (!folder || !name) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const texts = pages.get(name) ?? new Map();
    pages.set(name, texts.set(language, { html: Bun.markdown.html(text), version }));
  }
  for (const [name, texts] of pages)
    if (!texts.has('')) throw new ConfigError(`PAGES_DIR: has a translation of ${name}.md, and not that file`);
  return pages;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new ConfigError(`PAGES_DIR: ${folder} cannot be read`);
  }
}
