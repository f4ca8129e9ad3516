import type { User } from '../../../src/callers/contract.ts';
import { countParts } from '../../../src/money/pricing/parts.ts';
import { useRates } from '../../lib/use-rates.ts';
import type { PersonalMessage } from './personal-message.ts';
import { estimatePrice, smsRate } from './sms-price.ts';

interface Sending {
  message: string;
  recipients: number;
  /** Where each recipient gets their own text. */
  personal: PersonalMessage | null;
}

/** What a message is going to cost this user, in pounds, and what the price is made of. */
export function useSmsPrice(user: User, { message, recipients, personal }: Sending) {
  const rate = useRates(user.id)?.sms.slice(0, -2) ?? smsRate(user, new Date());
  const counted = countParts(personal?.preview ?? message);
  return { ...counted, rate, price: estimatePrice(personal?.units ?? counted.parts * recipients, rate) };
}
