import { sql as template } from 'drizzle-orm';
import { requireApproval } from '../callers/approvals/require.ts';
import { type ActingWith, audit } from '../callers/audit.ts';
import type { BodyOf, ResponseOf } from '../platform/kit/endpoint.ts';
import { Problem, sentence } from '../platform/kit/errors.ts';
import { writeMails } from '../platform/mail/write-mail.ts';
import type { Deps } from '../services/deps.ts';
import type { writeLetter as endpoint } from './contract.ts';
import { conditions } from './list-users.ts';

/**
 * Writes a letter of the operator's to all active accounts that the filters let through; customers of resellers get it
 * in their reseller's name.
 * @throws approval_needed, not_allowed_now (nobody would get it)
 */
export async function writeLetter(
  { tx, deps, actor, agreed = false }: ActingWith<Pick<Deps, 'config'>> & { agreed?: boolean },
  { subject, text, ...filters }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  requireApproval({ deps, actor, agreed }, { kind: 'letter', subject, text, ...filters }, { about: subject });
  const open = template`u.status = 'active' and not exists (select from account_closings c where c.user_id = u.id)`;
  const rows = await tx.db.execute<{ id: string }>(template`
    select u.id from users u where ${template.join([open, ...conditions(filters, undefined)], template` and `)}`);
  if (rows.length === 0) throw new Problem('not_allowed_now', sentence('nobodyToWriteTo'));
  const paragraphs = text.split(/\n\s*\n/).flatMap((each) => each.trim() || []);
  const ids = rows.map(({ id }) => id);
  await writeMails(tx, ids, { kind: 'notice', subject, paragraphs });
  await audit(tx, actor, 'letter.written', { subject, detail: { accounts: ids.length, ...filters } });
  return { accounts: ids.length };
}
