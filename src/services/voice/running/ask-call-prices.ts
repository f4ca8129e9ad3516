import { eq } from 'drizzle-orm';
import { voiceCalls } from '../../../../db/schema/index.ts';
import { askPrices, type PriceQuestion } from '../../../carriers/prices/questions.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Money } from '../../../platform/kit/money.ts';
import type { Deps } from '../../deps.ts';
import { lockCall } from '../read-call.ts';
import { addCallToFigures } from './call-figures.ts';

/** Asks for the prices of calls that their carriers say later. */
export const askCallPrices = (deps: Deps): Promise<void> =>
  askPrices(deps, {
    service: 'voice',
    ask: ({ carrier, carrier_unit_id: id }) => deps.carriers.find(carrier)?.voice?.priceOf?.(id),
    take: takePrice,
  });

/** Keeps what a carrier charges for a call, where nothing is known of it yet; the figures follow. */
async function takePrice(tx: Transaction, question: PriceQuestion, pounds: Money): Promise<void> {
  const call = await lockCall(tx.db, question.unit_id);
  if (!call?.endedAt || call.carrierCost !== null || call.provider !== question.carrier) return;
  await tx.db.update(voiceCalls).set({ carrierCost: pounds }).where(eq(voiceCalls.id, call.id));
  addCallToFigures(tx, call, { ...call, carrierCost: pounds });
}
