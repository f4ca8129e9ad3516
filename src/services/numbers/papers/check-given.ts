import type { PaperAsked, PaperField, PapersAsked } from '../../../carriers/number-papers.ts';
import { fieldError, type FieldError, invalidField, Problem } from '../../../platform/kit/errors.ts';
import { fault } from '../../../platform/kit/faults.ts';
import type { PapersGivenJson } from './contract.ts';

/**
 * Holds papers against what is asked for. What nobody asked for is left out, so that no more is kept of a person than
 * their country wants.
 * @throws validation_failed with everything that is missing
 */
export function checkGiven(asked: readonly PapersAsked[], given: PapersGivenJson): PapersGivenJson {
  const wanted = asked.find(({ owner }) => owner === given.owner);
  if (!wanted) throw invalidField('owner', fault('fillAll'));
  const missing: string[] = [];
  const details = answersTo(wanted.details, given.details, 'details', missing);
  if (wanted.address && !given.address) missing.push('address');
  const documents = wanted.documents.flatMap((paper, index) =>
    checkDocument(paper, given, `documents.${index}`, missing),
  );
  if (missing.length > 0) {
    const words = fault('fillAll');
    const fields: FieldError[] = missing.map((path) => fieldError(path, words));
    throw new Problem('validation_failed', words, { fields });
  }
  return { owner: given.owner, details, address: wanted.address ? given.address : null, documents };
}

function checkDocument(
  paper: PaperAsked,
  { documents }: PapersGivenJson,
  path: string,
  missing: string[],
): PapersGivenJson['documents'] {
  const shown = documents.find(({ key }) => key === paper.key);
  const kind = paper.accepted.find(({ key }) => key === shown?.accepted);
  if (!shown || !kind) {
    missing.push(path);
    return [];
  }
  if (kind.file && !shown.objectPath) missing.push(`${path}.objectPath`);
  const fields = answersTo(kind.fields, shown.fields, `${path}.fields`, missing);
  return [{ key: paper.key, accepted: kind.key, fields, objectPath: kind.file ? shown.objectPath : null }];
}

function answersTo(
  asked: readonly PaperField[],
  given: Readonly<Record<string, string>>,
  path: string,
  missing: string[],
): Record<string, string> {
  const answered = asked.map(({ key }) => [key, given[key] ?? ''] as const);
  missing.push(...answered.filter(([, value]) => value === '').map(([key]) => `${path}.${key}`));
  return Object.fromEntries(answered);
}
