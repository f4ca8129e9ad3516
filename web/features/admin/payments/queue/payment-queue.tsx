import { useEffect, useRef, useState, type RefObject } from 'react';
import { listPayments } from '../../../../../src/admin/contract.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { listPendingPayments, verifyPayment } from '../../../../../src/money/payments/admin-contract.ts';
import { hashFromLink } from '../../../../../src/shared/hashes.ts';
import { callPage } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { parsePaymentSearch } from '../../../../lib/payment-search.ts';
import { queryKeys } from '../../../../lib/reads.ts';
import { useSearch } from '../../../../lib/router.ts';
import { useSearchChange } from '../../../../lib/use-search-change.ts';
import { usePagedList } from '../../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../../state/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field, Input } from '../../../../ui/field.tsx';
import { ArrowLeft, Inbox } from '../../../../ui/icons.tsx';
import { Card, EmptyState, ListFrame } from '../../../../ui/frames.tsx';
import { Only } from '../../../../ui/only.tsx';
import { ScrollList } from '../../../../ui/scroll-list.tsx';
import { toast } from '../../../../ui/toast.tsx';
import { isFiltered, type PaymentFilters, queryOf } from '../history/payment-filters.ts';
import { PaymentCard } from './payment-card.tsx';
import type { PaymentDrafts } from './payment-draft.ts';
import { QueueRow } from './queue-row.tsx';
import { VerifyMarked } from './verify-marked.tsx';

interface PaymentQueueProps {
  title?: string;
  /** Verify stays disabled while the hash is empty, instead of asking for it. */
  verifyNeedsHash?: boolean;
  filters?: PaymentFilters;
}

/** About as high as a row is, in pixels. */
const ROW_HEIGHT = 84;
/** After the first hundred the whole rest comes at once. */
const REST = 1_000;

/** The payment that has waited longest comes first. */
const OLDEST_FIRST = { order: 'oldest' } as const;
/** Events keep the whole queue up to date. */
const WHOLE_QUEUE = { query: OLDEST_FIRST, queryKey: queryKeys.pendingPayments };

/**
 * The payments that wait for verification, live: a row for each, and beside them the open one in full. One hash field at
 * the top serves all of them; each row says whether that hash is the one its customer gave. An explorer's link is
 * reduced to its hash.
 */
export function PaymentQueue({ title, verifyNeedsHash = false, filters }: PaymentQueueProps) {
  const [hash, enterHash] = useState('');
  const [fault, setFault] = useState({ of: '', text: '' });
  const setHash = (entered: string) => {
    enterHash(entered);
    setFault({ of: '', text: '' });
  };
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [drafts] = useState<PaymentDrafts>(() => new Map());
  const pane = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const narrowed = filters && isFiltered(filters) && { query: { ...queryOf('pending', filters), ...OLDEST_FIRST } };
  const list = usePagedList(narrowed ? listPayments : listPendingPayments, {
    ...(narrowed || WHOLE_QUEUE),
    laterPageSize: REST,
  });
  const { open, isChosen, choose, decide } = useOpenPayment(list.rows, () => setHash(''));
  useEffect(() => {
    // Where it takes the list's place, it would begin below the filters.
    if (isChosen && !matchMedia('(min-width: 64rem)').matches) pane.current?.scrollIntoView();
  }, [isChosen]);
  useQueueKeys({ rows: list.rows, open, choose, pane });
  const mark = (id: string) => setMarked((all) => all.symmetricDifference(new Set([id])));
  return (
    <Card title={title ?? t('admin.tabs.payments')} description={t('admin.payments.description')} flush>
      <div data-pinned className="sticky top-16 z-10 border-b border-line bg-surface px-5 pt-1 pb-4">
        <Field
          label={t('admin.payments.hash')}
          hint={t('admin.payments.hashHint')}
          error={fault.of === open?.id ? fault.text : undefined}
        >
          <Input
            ref={field}
            value={hash}
            onChange={(event) => setHash(hashFromLink(event.target.value))}
            placeholder={t('admin.payments.hashPlaceholder')}
            autoCapitalize="off"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
      </div>
      <ListFrame
        list={list}
        skeletonRows={3}
        more={false}
        empty={
          <EmptyState icon={Inbox} title={t('admin.payments.empty')} description={t('admin.payments.emptyHint')} />
        }
      >
        <div className="lg:grid lg:grid-cols-[minmax(18rem,2fr)_3fr]">
          <div
            className={`min-w-0 border-line lg:sticky lg:top-52 lg:self-start lg:border-e ${isChosen ? 'max-lg:hidden' : ''}`}
          >
            <Only may={verifyPayment}>
              <VerifyMarked rows={list.rows} marked={marked} onMark={setMarked} />
            </Only>
            <ScrollList
              label={t('admin.payments.title')}
              list={list}
              rowHeight={ROW_HEIGHT}
              shown={list.rows.findIndex(({ id }) => id === open?.id)}
              className="max-h-[60dvh] overflow-y-auto"
            >
              {(payment) => (
                <QueueRow
                  payment={payment}
                  hash={hash}
                  isOpen={payment.id === open?.id}
                  isMarked={marked.has(payment.id)}
                  onOpen={() => choose(payment.id)}
                  onMark={() => mark(payment.id)}
                />
              )}
            </ScrollList>
            <p className="border-t border-line px-5 py-2 text-xs text-muted max-lg:hidden">{t('admin.queue.keys')}</p>
          </div>
          <div ref={pane} className={`min-w-0 scroll-mt-52 ${isChosen ? '' : 'max-lg:hidden'}`}>
            <Button
              variant="ghost"
              size="sm"
              className="m-2 lg:hidden"
              icon={ArrowLeft}
              onClick={() => choose(undefined)}
            >
              {t('admin.queue.back')}
            </Button>
            {open && (
              <PaymentCard
                key={open.id}
                payment={open}
                drafts={drafts}
                hash={hash}
                onHashChange={setHash}
                onHashFault={(text) => {
                  setFault({ of: open.id, text });
                  field.current?.focus();
                }}
                onDecide={decide}
                onNext={() => choose(list.rows[0]?.id)}
                verifyNeedsHash={verifyNeedsHash}
              />
            )}
          </div>
        </div>
      </ListFrame>
    </Card>
  );
}

/**
 * The payment that is open beside the list. The address names it; where it names none it is the one that has waited
 * longest, and where that one has left the queue, the next one. One that was decided here stays until another is
 * chosen, so that the next press cannot meet the next payment.
 * @param onLeft called if the open payment leaves the queue: what was typed for it must not meet the next one
 */
function useOpenPayment(rows: readonly PendingPayment[], onLeft: () => void) {
  const { payment: chosen } = parsePaymentSearch(useSearch({ strict: false }));
  const change = useSearchChange();
  const [decided, decide] = useState<PendingPayment | null>(null);
  const me = useCurrentUser().id;
  const isDecided = decided !== null && !rows.some(({ id }) => id === decided.id);
  // Ids grow with time, and the list is oldest first.
  const open =
    (isDecided && decided) ||
    (rows.find(({ id }) => id === chosen) ??
      rows.find(({ id }) => chosen === undefined || id >= chosen) ??
      rows.at(-1));
  const before = useRef<string>(undefined);
  useEffect(() => {
    const left = before.current;
    before.current = open?.id;
    if (!left || rows.length === 0 || rows.some(({ id }) => id === left)) return;
    onLeft();
    // Otherwise the next one that comes in would take the place of the one that is open now.
    if (left === chosen) change({ payment: open?.id });
    void tellWhoDecided(left, me);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another open payment is of interest
  }, [open?.id]);
  const choose = (payment: string | undefined) => {
    decide(null);
    change({ payment });
  };
  return { open, isChosen: chosen !== undefined && open !== undefined, choose, decide };
}

/** Says which other administrator decided what one was looking at. */
async function tellWhoDecided(id: string, me: string): Promise<void> {
  const { rows } = await callPage(listPayments, { query: { limit: 1, search: id } });
  const by = rows[0]?.settledBy;
  if (!by || by.id === me) return;
  const what = rows[0]?.status === 'verified' ? 'verifiedBy' : 'rejectedBy';
  toast(t(`sentences.${what}`, { name: by.fullName || by.email }));
}

interface QueueKeys {
  rows: readonly { id: string }[];
  open: { id: string } | undefined;
  choose: (id: string) => void;
  /** The buttons of the open payment name their keys by `aria-keyshortcuts`. */
  pane: RefObject<HTMLElement | null>;
}

const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"]';

/** Keys of the queue: j and k go on and back, others press the button or lead into the field that names them. */
function useQueueKeys({ rows, open, choose, pane }: QueueKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
      if (event.target instanceof Element && event.target.closest(FIELDS)) return;
      if (document.querySelector('[role="dialog"]')) return;
      if (event.key === 'j' || event.key === 'k') {
        const at = rows.findIndex(({ id }) => id === open?.id) + (event.key === 'j' ? 1 : -1);
        const next = rows[at];
        if (next) choose(next.id);
        return;
      }
      const of = `[aria-keyshortcuts="${CSS.escape(event.key)}"]`;
      const control = (event.key === '/' ? document : pane.current)?.querySelector<HTMLElement>(of);
      if (!control) return;
      event.preventDefault();
      if (control instanceof HTMLInputElement) control.focus();
      else control.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
