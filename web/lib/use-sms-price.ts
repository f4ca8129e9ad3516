import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { User } from '../../src/callers/contract.ts';
import { SMS_RATES_GBP } from '../../src/shared/sms-rates.ts';
import { countParts } from '../../src/shared/parts.ts';
import { placeholdersOf } from '../../src/shared/personal-text.ts';
import type { BodyInputOf, ResponseOf } from '../../src/platform/kit/endpoint.ts';
import { quoteSms } from '../../src/services/messaging/contract.ts';
import { isSenderId } from '../../src/shared/sender-id.ts';
import { call } from './call.ts';
import { multiplyPounds } from './pounds.ts';
import { useDebounced } from './use-debounced.ts';
import { useRates } from './use-rates.ts';
import { keyOf } from './reads.ts';

/** The facts on which the price depends, if each recipient gets their own text. */
interface PersonalTexts {
  /** The first recipient's text; the message where there is none yet. */
  preview: string;
  /** Parts of all texts together. */
  units: number;
  /** Parts of each text. If they change, the price may change. */
  partsOfEach: readonly number[];
  /** Lines that lack a value. */
  missing: readonly unknown[];
  /** One for each number. */
  fields: NonNullable<BodyInputOf<typeof quoteSms>['fields']>;
}

interface Sending {
  /** The sender as it is typed, where what the message would be refused for is shown as well. */
  senderId?: string;
  message: string;
  /** The path of its picture. */
  media?: string | null;
  /** E.164, each once. */
  numbers: readonly string[];
  personal: PersonalTexts | null;
  /** Contacts that get it as well; those without a value for a placeholder are counted apart. */
  contacts?: Audience | null;
}

export type Audience = NonNullable<BodyInputOf<typeof quoteSms>['contacts']>;

/** The price of a message for this user, in pounds, and its parts. */
export function useSmsPrice(
  user: User,
  { senderId, message, media = null, numbers, personal, contacts = null }: Sending,
) {
  const rates = useRates(user.id);
  const rate = rates?.sms ?? SMS_RATES_GBP.standard;
  const text = personal?.preview ?? message;
  const counted = countParts(text);
  const sender = useDebounced(senderId);
  const search = useDebounced(contacts?.search ?? '');
  const audience = contacts && { ...contacts, search };
  const asked = { senderId: sender, message, media, numbers, personal, contacts: audience };
  const quote = useQuote(user.id, asked);
  // Until the server has said it, unless it depends on more than the text.
  const isGuessed = !quote.isFresh && media === null && contacts === null && rates?.sms !== null;
  const guessed = multiplyPounds(rate, personal?.units ?? counted.parts * numbers.length);
  const price = (isGuessed ? undefined : quote.data?.total) ?? guessed;
  const { optedOut = 0, unfilled = 0 } = quote.data ?? {};
  const isExact = quote.isFresh && (personal?.missing.length ?? 0) === 0;
  return {
    ...counted,
    rate,
    quote: rates?.sms === null || media !== null ? quote.data : null,
    /** It says who gets its picture itself and who a link; null while that is not known. */
    ways: (media !== null && quote.data?.media) || null,
    price,
    /** How many recipients it has: the server knows how many contacts these are. */
    reached: contacts
      ? (quote.data?.destinations ?? []).reduce((sum, each) => sum + each.recipients, optedOut + unfilled)
      : numbers.length,
    /** Recipients that want no messages, and are left out. */
    optedOut,
    /** Those that have no value, and are not in the price. */
    unfilled,
    /** The reasons to refuse it; null while they are not known. */
    refusals: quote.data,
    /** The exact price; undefined while it is only known roughly. */
    exact: isExact ? price : undefined,
  };
}

type Quote = ResponseOf<typeof quoteSms>;

/** The server's quote of a message before it is sent. It is asked again when recipients, parts or sender change. */
function useQuote(
  id: string,
  { senderId = '', message, media, numbers, personal, contacts }: Sending,
): { data: Quote | null; isFresh: boolean } {
  // While a value is missing, a text cannot be priced: the first one's price stands for all.
  const whole = personal?.missing.length === 0 ? personal : null;
  const sender = isSenderId(senderId) ? { senderId } : {};
  const given = {
    ...sender,
    media,
    recipients: [...numbers],
    ...(contacts && { contacts, leaveOutUnfilled: true }),
  };
  const isNobody = numbers.length === 0 && !contacts;
  const body = whole
    ? { ...given, message, fields: whole.fields, cheaperSpelling: false }
    : { ...given, message: personal?.preview ?? message };
  const parts = whole?.partsOfEach ?? countParts(body.message, '160/153').parts;
  const quote = useQuery({
    queryKey: [
      ...keyOf(quoteSms, { id }),
      numbers,
      contacts && [contacts, placeholdersOf(message)],
      parts,
      sender,
      media,
      media === null ? 0 : body.message.length,
    ],
    queryFn: ({ signal }) => call(quoteSms, { params: { id }, body, signal }),
    enabled: !isNobody,
    placeholderData: keepPreviousData,
  });
  if (isNobody) return { data: null, isFresh: false };
  return { data: quote.data ?? null, isFresh: quote.isSuccess && !quote.isPlaceholderData && !quote.isFetching };
}
