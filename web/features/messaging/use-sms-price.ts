import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { User } from '../../../src/callers/contract.ts';
import { countParts } from '../../../src/money/pricing/parts.ts';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { quoteSms } from '../../../src/services/messaging/contract.ts';
import { call } from '../../lib/call.ts';
import { useRates } from '../../lib/use-rates.ts';
import { keyOf } from '../../lib/use-read.ts';
import type { PersonalMessage } from './personal-message.ts';
import { estimatePrice, smsRate } from './sms-price.ts';

interface Sending {
  message: string;
  /** E.164, each once. */
  numbers: readonly string[];
  /** Where each recipient gets their own text. */
  personal: PersonalMessage | null;
}

/** What a message is going to cost this user, in pounds, and what the price is made of. */
export function useSmsPrice(user: User, { message, numbers, personal }: Sending) {
  const rates = useRates(user.id);
  const rate = rates?.sms?.slice(0, -2) ?? smsRate(user, new Date());
  const text = personal?.preview ?? message;
  const counted = countParts(text);
  const quote = useQuote(user.id, { text, numbers, isAsked: rates?.sms === null });
  const flat = estimatePrice(personal?.units ?? counted.parts * numbers.length, rate);
  return { ...counted, rate, quote, price: quote?.total ?? flat };
}

type Quote = ResponseOf<typeof quoteSms>;

/** The price by destination, where it depends on that; asked anew when recipients or parts change. */
function useQuote(
  id: string,
  { text, numbers, isAsked }: { text: string; numbers: readonly string[]; isAsked: boolean },
): Quote | null {
  const { parts } = countParts(text, '160/153');
  const quote = useQuery({
    queryKey: [...keyOf(quoteSms, { id }), numbers, parts],
    queryFn: ({ signal }) =>
      call(quoteSms, { params: { id }, body: { recipients: [...numbers], message: text }, signal }),
    enabled: isAsked && numbers.length > 0,
    placeholderData: keepPreviousData,
  });
  return isAsked && numbers.length > 0 ? (quote.data ?? null) : null;
}
