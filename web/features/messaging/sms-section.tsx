import { useState } from 'react';
import { MessageSquare, Search, Send } from '../../ui/icons.tsx';
import { smsStatus } from '../../../src/services/messaging/contract.ts';
import { listSms } from '../../../src/services/messaging/history-contract.ts';
import { t } from '../../lib/i18n.ts';
import { filterQuery } from '../../lib/list-filters.ts';
import { useListFilters } from '../../lib/use-list-filters.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Here } from '../../ui/only.tsx';
import { ListFilterFields } from '../../ui/list-filters.tsx';
import { ListFrame, RowList } from '../../ui/list-frame.tsx';
import { Subject } from '../../ui/subject.tsx';
import type { User } from '../../../src/callers/contract.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSending } from '../../ui/confirm-sending.tsx';
import { Form } from '../../ui/form-frame.tsx';
import { CreditMissing } from '../../ui/credit-missing.tsx';
import type { ComposeValues } from './compose/compose-form.ts';
import { OptOuts } from './opt-outs/opt-outs.tsx';
import { ScheduledMessages } from './history/scheduled-messages.tsx';
import { Senders } from './senders/senders.tsx';
import { Verifications } from './verifications.tsx';
import { MessageRow } from './history/message-row.tsx';
import { ComposeFields } from './compose/compose-fields.tsx';
import { PriceSummary } from './compose/price-summary.tsx';
import { type Composing, TESTS, useCompose } from './compose/use-compose.ts';

/** SMS Services: sending messages and what became of them. */
export function SmsSection() {
  const [taken, setTaken] = useState<Partial<ComposeValues> | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <Here may="sendSms">
        <ComposeSms taken={taken} />
      </Here>
      <Senders />
      <ScheduledMessages onEdit={setTaken} />
      <Subject id="history">
        <SmsHistory />
      </Subject>
      <OptOuts />
      <Verifications />
    </div>
  );
}

const STATES = smsStatus.options;

/** Messages sent, newest first; their states change as delivery reports arrive. */
function SmsHistory() {
  const { id } = useCurrentUser();
  const narrowed = useListFilters();
  const isTests = narrowed.filters.status === TESTS;
  const wanted = { ...filterQuery(narrowed.filters, STATES), ...(isTests && { test: 'true' as const }) };
  const isAll = Object.keys(wanted).length === 0;
  const list = usePagedList(listSms, { params: { id }, query: wanted });

  return (
    <Card flush title={t('sms.history.title')}>
      {(list.rows.length > 0 || narrowed.isNarrowed) && (
        <ListFilterFields
          list={narrowed}
          searchLabel={t('sms.history.search')}
          states={[
            ...STATES.map((value) => ({ id: value, name: t(`sms.status.${value}`) })),
            { id: TESTS, name: t('sms.test.all') },
          ]}
          csvHref={isTests ? null : `/api/users/${id}/sms.csv?${new URLSearchParams(wanted)}`}
        />
      )}
      <ListFrame
        list={list}
        empty={
          isAll ? (
            <EmptyState icon={MessageSquare} title={t('sms.history.empty')} description={t('sms.history.emptyHint')} />
          ) : (
            <EmptyState icon={Search} title={t('sms.history.noMatch')} />
          )
        }
      >
        <RowList label={t('sms.history.title')} rows={list.rows} row={(row) => <MessageRow message={row} />} />
      </ListFrame>
    </Card>
  );
}

/** Writes and sends a message, with its parts and price known beforehand. */
function ComposeSms({ taken }: { taken: Partial<ComposeValues> | null }) {
  const user = useCurrentUser();
  const composing = useCompose(user, taken);
  const { priced, asked, unfilled, setAsked, send, submit } = composing;
  return (
    <Card title={t('sms.compose.title')} description={t('sms.compose.description')}>
      <Form className="grid gap-5 lg:grid-cols-[1fr_18rem]" onSubmit={submit}>
        <ComposeFields composing={composing} />
        <ComposeSummary user={user} composing={composing} />
      </Form>
      <ConfirmSending
        open={asked !== null}
        recipients={priced.reached}
        price={priced.price}
        unfilled={unfilled}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) send.mutate(asked);
          setAsked(null);
        }}
      />
    </Card>
  );
}

/** Shows the price of a message, and the buttons that send it or give it up. */
function ComposeSummary({ user, composing }: { user: User; composing: Composing }) {
  const { form, audience, send, sendTest, discard, isUploading } = composing;
  const { message, media, sendAt, recipients } = form.watch();
  const isEmpty = !recipients && !message && !media && !audience;
  return (
    <div className="flex flex-col gap-4 self-start rounded-md bg-sunken p-4">
      <PriceSummary user={user} composing={composing} />
      <CreditMissing error={send.error} failed={t('sms.compose.failed')} topUp={t('sms.compose.topUp')} />
      <Button type="submit" size="lg" busy={send.isPending || isUploading} icon={Send}>
        {t(sendAt === null ? 'sms.compose.send' : 'sms.schedule.send')}
      </Button>
      <div>
        <Button variant="secondary" size="sm" disabled={send.isPending || isUploading} onClick={() => void sendTest()}>
          {t('sms.test.send')}
        </Button>
        <p className="mt-1 text-sm text-muted">{t('sms.test.hint')}</p>
      </div>
      {!isEmpty && (
        <Button variant="ghost" size="sm" onClick={discard}>
          {t('ui.discard')}
        </Button>
      )}
    </div>
  );
}
