import type { Deps } from '../../deps.ts';

/** Removes the rules of numbers that changed hands. */
export async function sweepRules({ sql }: Pick<Deps, 'sql'>): Promise<void> {
  await sql`
    delete from answer_rules r
    where not exists (select from did_numbers n where n.id = r.number_id and n.user_id = r.user_id)`;
}
