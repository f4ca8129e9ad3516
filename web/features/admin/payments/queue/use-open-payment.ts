import { useEffect, useRef } from 'react';
import { listPayments } from '../../../../../src/admin/contract.ts';
import { callPage } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { parsePaymentSearch } from '../../../../lib/payment-search.ts';
import { useNavigate, useSearch } from '../../../../lib/router.ts';
import { useCurrentUser } from '../../../../state/session.ts';
import { toast } from '../../../../ui/toast.tsx';

interface Identified {
  id: string;
}

/**
 * The payment that is open beside the list. The address names it; where it names none it is the one that has waited
 * longest, and where that one has left the queue, the next one.
 * @param onLeft called if the open payment leaves the queue: what was typed for it must not meet the next one
 */
export function useOpenPayment<Row extends Identified>(rows: readonly Row[], onLeft: () => void) {
  const { payment: chosen } = parsePaymentSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const me = useCurrentUser().id;
  // Ids grow with time, and the list is oldest first.
  const open =
    rows.find(({ id }) => id === chosen) ??
    rows.find(({ id }) => chosen === undefined || id >= chosen) ??
    rows.at(-1);
  const before = useRef<string>(undefined);
  useEffect(() => {
    const left = before.current;
    before.current = open?.id;
    if (!left || rows.length === 0 || rows.some(({ id }) => id === left)) return;
    onLeft();
    void tellWhoDecided(left, me);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another open payment is of interest
  }, [open?.id]);
  const choose = (payment: string | undefined) =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, payment }),
      hash: true,
      replace: true,
      resetScroll: false,
    });
  return { open, isChosen: chosen !== undefined && open !== undefined, choose };
}

/** Says which other administrator decided what one was looking at. */
async function tellWhoDecided(id: string, me: string): Promise<void> {
  const { rows } = await callPage(listPayments, { query: { limit: 1, search: id } });
  const by = rows[0]?.settledBy;
  if (!by || by.id === me) return;
  const what = rows[0]?.status === 'verified' ? 'verifiedBy' : 'rejectedBy';
  toast({ title: t(`sentences.${what}`, { name: by.fullName || by.email }) });
}
