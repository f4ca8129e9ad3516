import { useQuery } from '@tanstack/react-query';
import { type Found, searchEverything, SHORTEST_SEARCH } from '../../src/admin/search/contract.ts';
import { type Contact, listContacts } from '../../src/services/contacts/contract.ts';
import type { SmsMessage } from '../../src/services/messaging/contract.ts';
import { listSms } from '../../src/services/messaging/history-contract.ts';
import { type DidNumber, listNumbers } from '../../src/services/numbers/contract.ts';
import { call } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import type { LinkProps } from '../lib/router.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { useMay } from '../lib/use-may.ts';
import { useCurrentUser } from '../state/session.ts';
import type { Icon } from '../ui/icons.tsx';
import { formatPounds, formatTime } from '../ui/values.tsx';
import type { SectionId } from './section-ids.ts';
import { ICONS, useSections } from './sections.ts';

/** One line of the palette: it leads to a place, or does something here. */
export interface Entry {
  id: string;
  icon: Icon;
  label: string;
  /** What neither the icon nor the label says. */
  detail?: string | null;
  to: Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'> | (() => unknown);
}

/** So many of the account's own contacts, numbers and messages are shown. */
const FEW = 5;

/** What the server finds: for administrators in all accounts, for everybody else in their own, on the screens that they have. */
export function useFindings(typed: string) {
  const q = useDebounced(typed);
  const { id } = useCurrentUser();
  const mayAll = useMay()(searchEverything);
  const isLong = q.length >= SHORTEST_SEARCH;
  const all = useQuery({
    queryKey: ['api', 'admin', 'search', q],
    queryFn: async ({ signal }) => (await call(searchEverything, { query: { q }, signal })).map(entryOf),
    enabled: mayAll && isLong,
  });
  const few = { params: { id }, query: { search: q, limit: FEW } };
  const own = [
    useOwn('contacts', few, async (given) => (await call(listContacts, given)).map(ofContact)),
    useOwn('did', few, async (given) => (await call(listNumbers, given)).map(ofNumber)),
    useOwn('sms', few, async (given) => (await call(listSms, given)).map((row) => ofMessage(row, q))),
  ];
  return {
    all: all.data ?? [],
    own: own.flatMap(({ data }) => data ?? []),
    isSearching: [all, ...own].some(({ isFetching }) => isFetching) || (typed !== q && typed.length >= SHORTEST_SEARCH),
    error: [all, ...own].find(({ error }) => error)?.error,
  };
}

interface Few {
  params: { id: string };
  query: { search: string; limit: number };
}

/** What a list of the account has, on a screen that whoever is signed in has. */
function useOwn(section: SectionId, few: Few, read: (given: Few & { signal: AbortSignal }) => Promise<Entry[]>) {
  const enabled = useSections().includes(section) && few.query.search.length >= SHORTEST_SEARCH;
  return useQuery({
    queryKey: ['palette', section, few],
    queryFn: ({ signal }) => read({ ...few, signal }),
    enabled: !useMay()(searchEverything) && enabled,
    staleTime: 0,
  });
}

const ofContact = ({ id, name, number }: Contact): Entry => ({
  ...{ id, icon: ICONS.contacts, label: name ?? number, detail: name && number },
  to: { to: '/dashboard', search: { section: 'contacts', q: number } },
});

const ofNumber = ({ id, name, number, country }: DidNumber): Entry => ({
  ...{ id, icon: ICONS.did, label: number, detail: name ?? country },
  to: { to: '/did-numbers/$numberId', params: { numberId: id } },
});

const ofMessage = ({ id, message, senderId, status, sentAt }: SmsMessage, q: string): Entry => ({
  ...{ id, icon: ICONS.sms, label: message || t('sentences.textNotKept') },
  detail: [senderId, t(`sms.status.${status}`), formatTime(sentAt)].join(' · '),
  to: { to: '/dashboard', search: { section: 'sms', q }, hash: 'history' },
});

const KINDS: Record<Found['kind'], Icon> = {
  user: ICONS.contacts,
  payment: ICONS.billing,
  number: ICONS.did,
  message: ICONS.sms,
  call: ICONS.voice,
  conversation: ICONS.inbox,
};

function entryOf({ kind, id, userId, email, title, detail, at }: Found): Entry {
  const isPayment = kind === 'payment';
  const label = isPayment ? formatPounds(title) : title || email;
  const about = [t(`palette.${kind}`), kind === 'user' ? detail : null, email, formatTime(at)];
  const isWaiting = detail === 'pending';
  return {
    ...{ id: `${kind}-${id}`, icon: KINDS[kind], label, detail: about.filter(Boolean).join(' · ') },
    to: isPayment
      ? { to: '/admin', hash: 'payments', search: { find: id, view: isWaiting ? undefined : 'decided' } }
      : { to: '/admin', hash: 'users', search: { user: userId } },
  };
}
