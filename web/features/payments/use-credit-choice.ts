import { useState } from 'react';
import { TOP_UP_PRESETS_GBP, type CoinId } from '../../../src/money/payments/catalogue.ts';
import { coinAmount } from '../../../src/shared/coin-amount.ts';
import type { CoinOffer } from '../../../src/money/payments/contract.ts';
import { comparePounds } from '../../lib/pounds.ts';
import { useNavigate } from '../../lib/router.ts';
import type { PaymentInHand } from '../../lib/payment-address.ts';
import { checkAmount, isAmount } from './check-amount.ts';
import { coinIdOf } from './use-coins.ts';

/**
 * Which coin, and how much credit: one of the presets or an amount of one's own.
 * @param offers the coins that there are, at least one
 * @param inHand what is chosen already
 */
export function useCreditChoice(offers: readonly [CoinOffer, ...CoinOffer[]], inHand: PaymentInHand | null) {
  const navigate = useNavigate();
  const asked = inHand?.amount ?? '';
  const [{ minimum: least }] = offers;
  // What is missing for something may be less than can be bought.
  const given = isAmount(asked) && comparePounds(asked, least) < 0 ? least : asked;
  const isPreset = TOP_UP_PRESETS_GBP.some(({ amount: preset }) => String(preset) === given);
  const [coinId, setCoinId] = useState<CoinId | null>(coinIdOf(inHand?.coin));
  const [preset, setPreset] = useState<string | null>(isPreset ? given : null);
  const [custom, setCustom] = useState(isPreset ? '' : given);
  const [reference, setReference] = useState(inHand?.reference ?? '');
  const [missing, setMissing] = useState(false);
  const [amountError, setAmountError] = useState<string>();

  const coin = offers.find(({ id }) => id === coinId);
  const amount = preset ?? custom.trim();

  const chooseCoin = (next: CoinId) => {
    setCoinId(next);
    setMissing(false);
  };
  const chooseAmount = (next: { preset: string | null; custom: string }) => {
    setPreset(next.preset);
    setCustom(next.custom);
    setMissing(false);
    setAmountError(undefined);
  };
  const pay = () => {
    if (!coin || !amount) {
      setMissing(true);
      return;
    }
    const fault = checkAmount(amount, coin.minimum);
    setAmountError(fault);
    const search = { coin: coin.id, amount, reference: reference.trim() || undefined };
    if (!fault) void navigate({ to: '/billing/payments/new', search });
  };
  return {
    coin,
    preset,
    custom,
    amount,
    minimum: (coin ?? offers[0]).minimum,
    cryptoAmount: coin && isAmount(amount) ? coinAmount(amount, coin.rate) : null,
    reference,
    setReference,
    missing,
    amountError,
    setAmountError,
    chooseCoin,
    chooseAmount,
    pay,
  };
}

export type CreditChoice = ReturnType<typeof useCreditChoice>;
