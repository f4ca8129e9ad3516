import { readUser } from '../../callers/present-user.ts';
import { productNameFor } from '../../callers/product-name.ts';
import type { Deps } from '../deps.ts';
import type { FileAnswer } from '../../platform/kit/answer.ts';
import { Pace } from '../../platform/kit/turn.ts';
import { invalidField, sentence } from '../../platform/kit/errors.ts';
import { MOST_PDF_LINES } from './catalogue.ts';
import type { StatementLine } from './contract.ts';
import { type FoundStatement, getStatement } from './get-statement.ts';
import type { Heading } from './pdf-document.ts';
import type { Period } from './period.ts';
import { readOldestFirst } from './read-lines.ts';
import { statementFile } from './statement-file.ts';
import { wordsFor } from './texts.ts';

/**
 * A statement as PDF, its lines oldest first, written while it is read.
 * @throws not_found, validation_failed (too many lines for a PDF)
 */
export async function exportPdf(
  deps: Deps,
  { userId, period, type }: { userId: string; period: Period; type: StatementLine['type'] | undefined },
): Promise<FileAnswer> {
  const account = await readUser(deps.db, userId);
  const statement = await getStatement(deps, { userId, period, type });
  if (statement.count > MOST_PDF_LINES) {
    throw invalidField('to', sentence('pdfLong', { count: MOST_PDF_LINES }));
  }
  const issuer = await productNameFor(deps.db, userId);
  const words = await wordsFor(account.language);
  const heading = { account, statement, type, madeAt: deps.clock.now(), issuer, words };
  return statementFile(period, 'pdf', pdfChunks(deps, userId, statement, heading));
}

async function* pdfChunks(
  { sql }: Deps,
  userId: string,
  { after, upto }: FoundStatement,
  heading: Heading,
): AsyncGenerator<Uint8Array> {
  // Loaded only when needed: the PDF package loads slowly, and few processes ever make one.
  const { StatementDocument } = await import('./pdf-document.ts');
  const document = new StatementDocument(heading);
  const pace = new Pace();
  for await (const lines of readOldestFirst(sql, { userId, after, upto, type: heading.type })) {
    for (const line of lines) {
      if (pace.isOver()) await pace.rest();
      document.addLine(line);
    }
    yield document.take();
  }
  await document.finish();
  yield document.take();
}
