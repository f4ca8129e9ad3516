import type { ActingWith } from '../../../callers/acting.ts';
import { audit } from '../../../callers/audit.ts';
import type { ResponseOf } from '../../../platform/kit/endpoint.ts';
import type { Deps } from '../../deps.ts';
import type { openPapers as endpoint } from './contract.ts';
import { presentEntry, requireEntry } from './list-papers.ts';
import { presentGiven } from './present-papers.ts';

/** Opens somebody's papers for an administrator: the audit log keeps who looked. @throws not_found */
export async function openPapers(
  { tx, deps, actor }: ActingWith<Deps>,
  papersId: string,
): Promise<ResponseOf<typeof endpoint>> {
  const entry = await requireEntry(tx.db, papersId);
  await audit(tx, actor, 'number_papers.viewed', {
    subject: entry.user.email,
    userId: entry.row.userId,
    detail: { papersId },
  });
  return { ...presentEntry(deps, entry), number: entry.row.number, given: presentGiven(entry.row) };
}
