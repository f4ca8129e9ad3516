import { FileAnswer } from '../../platform/kit/answer.ts';
import type { Period } from './period.ts';

const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8; header=present', pdf: 'application/pdf' } as const;

/** A statement as a file for saving, made while it is read. */
export const statementFile = (
  { from, to }: Period,
  ending: keyof typeof CONTENT_TYPES,
  chunks: AsyncGenerator<Uint8Array>,
): FileAnswer =>
  new FileAnswer(
    { name: `statement-${from}-${to}.${ending}`, contentType: CONTENT_TYPES[ending], keeping: 'nobody' },
    chunks,
  );
