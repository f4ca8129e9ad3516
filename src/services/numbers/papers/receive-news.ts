import { and, eq, isNotNull } from 'drizzle-orm';
import { numberPapers } from '../../../../db/schema/index.ts';
import type { CarrierCallback } from '../../../carriers/port.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { followPapers } from './follow-papers.ts';

/** Ours, as the address of the callback says it back: the papers' id and their round. */
const REFERENCE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,9})$/;

/**
 * Takes news of papers: that it is genuine is checked, and the carrier is asked at once what they are. A copy of it only
 * asks once more.
 * @throws not_found (no such carrier, or it tells no news), bad_signature
 */
export async function receivePapersNews(
  deps: Deps,
  { provider, callback }: { provider: string; callback: CarrierCallback },
): Promise<void> {
  const { papers } = deps.carriers.get(provider);
  if (!papers?.checkCallback) throw notFound('Provider');
  papers.checkCallback(callback);
  const reference = new URL(callback.url).searchParams.get('papers') ?? '';
  const [, id, round] = REFERENCE.exec(reference) ?? [];
  if (!id) return;
  await deps.db
    .update(numberPapers)
    .set({ dueAt: deps.clock.now() })
    .where(
      and(
        eq(numberPapers.id, id),
        eq(numberPapers.round, Number(round)),
        eq(numberPapers.provider, provider),
        isNotNull(numberPapers.dueAt),
      ),
    );
  void followPapers(deps);
}
