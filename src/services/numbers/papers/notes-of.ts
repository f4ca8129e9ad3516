import { and, eq } from 'drizzle-orm';
import { numberPapers, numberPapersSteps } from '../../../../db/schema/index.ts';
import type { PapersNotes } from '../../../carriers/number-papers.ts';
import type { Deps } from '../../deps.ts';
import type { PapersRow } from './present-papers.ts';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';

/** How long a process may work on claimed papers without a new step; then another one takes over. */
export const PAPERS_CLAIM_MS = MINUTE_MS;

/**
 * Keeps what is made at the carrier for these papers, each id before the next step. A step that was begun and has no
 * id is looked for before it is made again.
 * @param row claimed by this process; it rejects once another one has them
 */
export function notesOf(deps: Deps, row: PapersRow): PapersNotes {
  const { id: papersId, round } = row;
  let claimedUntil = row.claimedUntil;
  const isStep = (name: string) =>
    and(eq(numberPapersSteps.papersId, papersId), eq(numberPapersSteps.round, round), eq(numberPapersSteps.name, name));

  async function keepClaim(): Promise<void> {
    const until = new Date(deps.clock.now().getTime() + PAPERS_CLAIM_MS);
    if (!claimedUntil) throw new Error('these papers are not claimed');
    const [kept] = await deps.db
      .update(numberPapers)
      .set({ claimedUntil: until })
      .where(
        and(eq(numberPapers.id, papersId), eq(numberPapers.round, round), eq(numberPapers.claimedUntil, claimedUntil)),
      )
      .returning({ id: numberPapers.id });
    if (!kept) throw new Error('another process has these papers');
    claimedUntil = until;
  }

  return {
    once: async (name, make, find) => {
      const [begun] = await deps.db.select().from(numberPapersSteps).where(isStep(name));
      if (begun?.carrierId) return begun.carrierId;
      if (!begun) await deps.db.insert(numberPapersSteps).values({ papersId, round, name });
      await keepClaim();
      const carrierId = (begun && (await find?.())) || (await make());
      await deps.db.update(numberPapersSteps).set({ carrierId }).where(isStep(name));
      return carrierId;
    },
  };
}

/** Reads the things that were made at a carrier of an account's accepted papers: ids by the names of their steps. */
export async function madeOf(
  { db }: Pick<Deps, 'db'>,
  { id, round, status }: PapersRow,
): Promise<Record<string, string>> {
  if (status !== 'approved') return {};
  const steps = await db
    .select()
    .from(numberPapersSteps)
    .where(and(eq(numberPapersSteps.papersId, id), eq(numberPapersSteps.round, round)));
  return Object.fromEntries(steps.flatMap(({ name, carrierId }) => (carrierId ? [[name, carrierId]] : [])));
}
