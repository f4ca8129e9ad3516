import { eq } from 'drizzle-orm';
import { didNumbers } from '../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import type { Transaction } from '../events/transact.ts';
import { invalidField } from '../kit/errors.ts';
import { negate } from '../ledger/money.ts';
import { post } from '../ledger/post.ts';
import type { NumberCountry } from './catalogue.ts';
import { claimNumber, findOwnHold } from './claim.ts';
import type { DidNumber } from './contract.ts';
import { expiryOf } from './expiry.ts';
import { type OfferedNumber, requireOffered } from './offered.ts';
import { presentNumber } from './present.ts';
import { priceFor, readTariffUser } from './price.ts';
import { announceStatus } from './announce.ts';
import { provisionNumbers } from './provision.ts';
import { requireCountry } from './require-country.ts';

/**
 * Buys a number for a month. Number and charge commit together. Where the carrier has to be asked for it,
 * that follows, as `provisioning`: it is never bought there before it is paid for here.
 * @throws validation_failed, not_found, provider_failed, number_taken, insufficient_credits
 */
export async function purchase(
  tx: Transaction,
  deps: Deps,
  userId: string,
  input: { number: string; country: string },
): Promise<DidNumber> {
  const country = requireCountry(input.country);
  const owner = await readTariffUser(tx.db, userId);
  const offered = await findOffered(tx, deps, userId, input.number, country);
  const price = priceFor(country, owner, tx.now);
  const claimed = await claimNumber(tx, userId, offered, price);
  const charge = await post(
    tx,
    {
      userId,
      type: 'did_purchase',
      amount: price,
      description: `DID number ${offered.number} (${country.country}), first month`,
      status: 'completed',
    },
    negate(price),
    'did_purchase',
  );
  const mustBeBought = deps.carriers.find(offered.provider)?.buyNumber !== undefined;
  const [bought] = await tx.db
    .update(didNumbers)
    .set({
      status: mustBeBought ? 'provisioning' : 'active',
      purchasedAt: tx.now,
      monthsPaid: 1,
      expiresAt: expiryOf(tx.now, 1),
      monthlyPrice: price,
      transactionId: charge.id,
    })
    .where(eq(didNumbers.id, claimed.id))
    .returning();
  if (!bought) throw new Error('a claimed number is gone');
  announceStatus(tx, bought);
  if (mustBeBought) tx.afterCommit(() => void provisionNumbers(deps));
  return presentNumber(bought, owner, tx.now);
}

/** A number that they hold was looked up when they chose it; any other is looked up now. */
async function findOffered(
  tx: Transaction,
  deps: Deps,
  userId: string,
  number: string,
  country: NumberCountry,
): Promise<OfferedNumber> {
  const held = await findOwnHold(tx, userId, number);
  if (!held?.provider) return requireOffered(deps, number, country);
  if (held.countryCode !== country.countryCode) {
    throw invalidField('country', 'This number belongs to another country');
  }
  return { number, country, provider: held.provider };
}
