import { useId, useState } from 'react';
import { MessageSquare, Search, Send } from '../../ui/icons.tsx';
import { MOST_TESTED, smsStatus } from '../../../src/services/messaging/contract.ts';
import { listContactLists } from '../../../src/services/contacts/contract.ts';
import { listSmsTemplates } from '../../../src/services/messaging/templates/contract.ts';
import { listSms } from '../../../src/services/messaging/history-contract.ts';
import { t } from '../../lib/i18n.ts';
import { filterQuery } from '../../lib/list-filters.ts';
import { useListFilters } from '../../lib/use-list-filters.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useRead } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Here } from '../../ui/only.tsx';
import { ListFilterFields } from '../../ui/list-filters.tsx';
import { Card, ListCard, Skeleton } from '../../ui/frames.tsx';
import { Subject } from '../../ui/subject.tsx';
import type { User } from '../../../src/callers/contract.ts';
import { Button, SmallButton } from '../../ui/button.tsx';
import { ConfirmSending } from '../../ui/confirm-sending.tsx';
import { formatPounds } from '../../ui/values.tsx';
import { Form } from '../../ui/form.tsx';
import { CreditMissing } from '../../ui/credit-missing.tsx';
import type { ComposeValues } from './compose/compose-form.ts';
import { OptOuts } from './opt-outs/opt-outs.tsx';
import { ScheduledMessages } from './history/scheduled-messages.tsx';
import { Senders } from './senders/senders.tsx';
import { Verifications } from './verifications.tsx';
import { MessageRow } from './history/message-row.tsx';
import { ComposeFields } from './compose/compose-fields.tsx';
import { takeText, useChoice } from './compose/country-field.tsx';
import { partsText } from './compose/personal-message.ts';
import { ScheduleField } from './compose/schedule-field.tsx';
import { PriceSummary } from './compose/price-summary.tsx';
import { type Composing, TESTS, useCompose } from './compose/use-compose.ts';

/** SMS Services: sending messages and what became of them. */
export function SmsSection() {
  const { id } = useCurrentUser();
  const [taken, setTaken] = useState<Partial<ComposeValues> | null>(null);
  const lists = useRead(listContactLists, { id });
  const texts = useRead(listSmsTemplates, { id });
  return (
    <div className="flex flex-col gap-5">
      <Here may="sendSms">
        {/* What has to be read for a field stands there before the field, so that nothing moves. */}
        {lists.isPending || texts.isPending ? <Skeleton className="h-screen" /> : <ComposeSms taken={taken} />}
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
  const tests = usePagedList(listSms, { params: { id }, query: { test: 'true' } });

  return (
    <ListCard
      title={t('sms.history.title')}
      list={list}
      above={
        (list.rows.length > 0 || tests.rows.length > 0 || narrowed.isNarrowed) && (
          <ListFilterFields
            list={narrowed}
            searchLabel={t('sms.history.search')}
            states={[
              ...STATES.map((value) => ({ id: value, name: t(`sms.status.${value}`) })),
              { id: TESTS, name: t('sms.test.all') },
            ]}
            csvHref={isTests ? null : `/api/users/${id}/sms.csv?${new URLSearchParams(wanted)}`}
          />
        )
      }
      empty={
        isAll
          ? {
              icon: MessageSquare,
              title: t('sms.history.empty'),
              description: t('sms.history.emptyHint'),
              action: tests.rows.length > 0 && (
                <SmallButton onClick={() => narrowed.change({ status: TESTS })}>{t('sms.test.show')}</SmallButton>
              ),
            }
          : { icon: Search, title: t('sms.history.noMatch') }
      }
      row={(row) => <MessageRow message={row} />}
    />
  );
}

/** Writes and sends a message, with its parts and price known beforehand. */
function ComposeSms({ taken }: { taken: Partial<ComposeValues> | null }) {
  const user = useCurrentUser();
  const composing = useCompose(user, taken);
  const { form, priced, personal, asked, setAsked, send, sendTest, submit } = composing;
  const choose = useChoice((country) => form.setValue('country', country));
  const { likely } = asked ?? {};
  return (
    <Card title={t('sms.compose.title')} description={t('sms.compose.description')}>
      <Form className="flex flex-col gap-5 lg:grid lg:grid-cols-[1fr_18rem]" onSubmit={submit}>
        <ComposeFields composing={composing} />
        <ComposeSummary user={user} composing={composing} />
      </Form>
      <ConfirmSending
        open={asked !== null}
        recipients={priced.reached}
        price={priced.price}
        senderId={asked?.order.senderId ?? ''}
        message={personal?.preview ?? asked?.order.message ?? ''}
        parts={partsText(personal, priced.parts)}
        doubts={asked?.doubts ?? []}
        {...(likely && {
          keepLabel: takeText(likely),
          onKeep: () => {
            choose(likely.country);
            setAsked(null);
          },
        })}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) send.mutate(asked.order);
          setAsked(null);
        }}
        {...((!composing.audience || priced.reached <= MOST_TESTED) && {
          onTest: () => {
            setAsked(null);
            void sendTest();
          },
        })}
      />
    </Card>
  );
}

/** Shows the price of a message, and the buttons that send it or give it up. */
function ComposeSummary({ user, composing }: { user: User; composing: Composing }) {
  const { form, audience, send, sendTest, discard, isUploading, priced } = composing;
  const { message, media, sendAt, recipients } = form.watch();
  const isEmpty = !recipients && !message && !media && !audience;
  const isBusy = send.isPending || isUploading;
  const isOver = priced.reached > MOST_TESTED;
  const testHint = useId();
  return (
    <div className="max-lg:contents lg:sticky lg:top-20 lg:flex lg:flex-col lg:gap-4 lg:self-start lg:rounded-md lg:bg-sunken lg:p-4">
      <div className="flex flex-col gap-4 max-lg:rounded-md max-lg:bg-sunken max-lg:p-4">
        <PriceSummary user={user} composing={composing} />
        <ScheduleField
          value={sendAt}
          onChange={(value) => form.setValue('sendAt', value, { shouldValidate: form.formState.isSubmitted })}
          error={form.formState.errors.sendAt?.message}
        />
        <CreditMissing error={send.error} failed={t('sms.compose.failed')} topUp={t('sms.compose.topUp')} />
      </div>
      {/* On a narrow screen it stays at the lower edge while the form is in sight. */}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line-strong/40 pt-3 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-5 max-lg:bg-surface max-lg:px-5 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <dl className="lg:flex lg:w-full lg:items-baseline lg:justify-between lg:gap-4">
          <dt className="text-muted max-lg:text-sm">{t('sms.price.total')}</dt>
          <dd className="text-xl font-semibold tracking-tight">{formatPounds(priced.price)}</dd>
        </dl>
        <Button type="submit" size="lg" busy={isBusy} icon={Send} className="lg:w-full">
          {t(sendAt === null ? 'sms.compose.send' : 'sms.schedule.send')}
        </Button>
        <SmallButton
          disabled={isBusy || (isOver && audience !== null)}
          aria-describedby={testHint}
          onClick={() => void sendTest()}
        >
          {t('sms.test.send')}
        </SmallButton>
      </div>
      <p id={testHint} className="-mt-3 text-sm text-muted">
        {isOver && audience ? t('sms.test.tooMany', { count: MOST_TESTED }) : t('sms.test.hint')}{' '}
        {isOver && !audience && t('sms.test.first', { count: MOST_TESTED })}
      </p>
      {!isEmpty && (
        <Button variant="ghost" size="sm" onClick={discard}>
          {t('ui.discard')}
        </Button>
      )}
    </div>
  );
}
