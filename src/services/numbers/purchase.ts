import { eq } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../callers/audit.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { formatMoney, negate } from '../../platform/kit/money.ts';
import { earnWholeMargin } from '../../money/margins/margins.ts';
import { post } from '../../money/ledger/post.ts';
import { readTariff } from '../../money/pricing/read-tariff.ts';
import { claimNumber } from './claim.ts';
import type { DidNumber } from './contract.ts';
import { expiryOf } from './renewal/expiry.ts';
import type { OfferedNumber } from './offered.ts';
import { presentNumber } from './present-number.ts';
import { quoteFor, readNumberPrices, requireShown } from './price.ts';
import { announceStatus } from './announce.ts';
import { provisionNumbers, receiveMessages } from './provisioning/provision.ts';
import { wording } from '../../platform/kit/wordings.ts';

/**
 * Buys a number for a month. Number and charge commit together. If a carrier has to sell it, that follows later, and
 * the number is `provisioning` until then: it is never bought there before it is paid for here.
 * @param lookedUp the result of `lookUp` before the transaction; a fault in it is thrown only here, because a repeated
 * request with an idempotency key has already got its first answer by then
 * @param shown the price that the buyer was shown, in pounds
 * @throws not_found, simulated_only, validation_failed, provider_failed, number_taken, price_changed, insufficient_credits
 */
export async function purchase(
  { tx, deps, actor }: ActingWith<Deps>,
  {
    userId,
    lookedUp,
    shown,
    autoRenew,
    carrierNumberId,
  }: {
    userId: string;
    lookedUp: OfferedNumber | Problem;
    shown?: string | null | undefined;
    autoRenew: boolean;
    /** It is ours already: it was ported to us, and this is its carrier's id of it, if there is one. */
    carrierNumberId?: string | null;
  },
): Promise<DidNumber> {
  const owner = await readTariff(tx.db, userId);
  if (lookedUp instanceof Problem) throw lookedUp;
  const { number, country, provider } = lookedUp;
  deps.carriers.requireSelling([provider]);
  const prices = await readNumberPrices(tx.db, tx.now);
  const { amount: price, margin } = quoteFor(prices.of(country.countryCode), owner, tx.now);
  requireShown(price, shown);
  const claimed = await claimNumber(tx, { userId, offered: lookedUp, monthlyPrice: price });
  const charge = await post(
    tx,
    {
      userId,
      type: 'did_purchase',
      amount: price,
      wording: wording('numberFirst', { number, country: country.countryCode }),
      soldNumber: number,
      soldOf: provider,
      status: 'completed',
    },
    { change: negate(price), reason: 'did_purchase', margin },
  );
  const isOurs = carrierNumberId !== undefined;
  const mustBeBought = !isOurs && deps.carriers.find(provider)?.buyNumber !== undefined;
  if (!mustBeBought) await earnWholeMargin(tx, charge.id);
  const [bought] = await tx.db
    .update(didNumbers)
    .set({
      status: mustBeBought ? 'provisioning' : 'active',
      purchasedAt: tx.now,
      monthsPaid: 1,
      expiresAt: expiryOf(tx.now, 1),
      monthlyPrice: price,
      autoRenew,
      transactionId: charge.id,
      ...(isOurs && { carrierNumberId }),
    })
    .where(eq(didNumbers.id, claimed.id))
    .returning();
  if (!bought) throw new Error('a claimed number is gone');
  await audit(tx, actor, 'number.purchased', {
    subject: number,
    userId,
    detail: { numberId: bought.id, amount: formatMoney(price), autoRenew },
  });
  announceStatus(tx, bought);
  if (mustBeBought) tx.afterCommit(() => void provisionNumbers(deps));
  if (isOurs) tx.afterCommit(() => void receiveMessages(deps, bought));
  return presentNumber(bought, { owner, prices, now: tx.now });
}
