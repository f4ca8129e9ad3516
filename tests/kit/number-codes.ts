import type { Sql } from 'postgres';
import { unseal } from '../../src/platform/kit/seal.ts';
import type { Secrets } from '../../src/platform/kit/secrets.ts';
import { NUMBER_CODE } from '../../src/services/senders/code-text.ts';

/** The codes that are on their way to numbers of an account, the newest first, opened as the program does. */
export async function sentCodes(
  { sql, config }: { sql: Sql; config: Secrets },
  { id: userId }: { id: string },
): Promise<{ proofId: string; number: string; code: string }[]> {
  const rows = await sql<{ id: string; number: string; sealed: string }[]>`
    select id, number, sealed_code as sealed from proven_numbers
    where user_id = ${userId} and sealed_code is not null order by id desc`;
  return rows.map(({ id, number, sealed }) => ({
    proofId: id,
    number,
    code: unseal(config, { purpose: NUMBER_CODE, ownerId: id }, sealed) ?? '',
  }));
}
