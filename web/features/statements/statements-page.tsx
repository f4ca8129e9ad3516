import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  listInvoices,
  type BillingDetails,
  getBillingDetails,
  setBillingDetails,
} from '../../../src/money/invoices/contract.ts';
import { SPEND_MONTHS } from '../../../src/money/statements/catalogue.ts';
import { getSpend } from '../../../src/money/statements/contract.ts';
import { call, bodyOf, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { keyOf, queryKeys, useRead } from '../../lib/reads.ts';
import { Link } from '../../lib/router.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ArrowLeft, ChartColumn } from '../../ui/icons.tsx';
import { InvoiceTable } from '../../ui/invoice-table.tsx';
import { Card, EmptyState, ReadFrame, Skeleton } from '../../ui/frames.tsx';
import type { BodyOf } from '../../../src/platform/kit/endpoint.ts';
import { Field, Input, Switch } from '../../ui/field.tsx';
import { Form, applyProblem, saidOnce, useContractForm } from '../../ui/form.tsx';
import { Subject } from '../../ui/subject.tsx';
import { useAsTable } from '../../ui/use-as-table.tsx';
import { SpendView } from '../../ui/spend-view.tsx';
import { formatTime, zoneName } from '../../ui/values.tsx';
import { toast, toastFault } from '../../ui/toast.tsx';
import { StatementCard } from './statement-card.tsx';

/** Statements: what was spent by month, and what moved the balance in a period. */
export function StatementsPage() {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-xl font-semibold tracking-tight">{t('statements.title')}</h2>
          <p className="text-muted">{t('statements.intro', { zone: zoneName() })}</p>
        </div>
        <nav aria-label={t('statements.title')} className="flex flex-wrap gap-2">
          <Link to="/billing" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <ArrowLeft aria-hidden className="size-4" />
            {t('statements.back')}
          </Link>
          <Link
            to="/billing/statements"
            hash="billing-details"
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            {t('books.details.title')}
          </Link>
        </nav>
      </div>
      <SpendCard />
      <StatementCard />
      <InvoicesCard />
      <Subject id="billing-details">
        <BillingDetailsCard />
      </Subject>
    </div>
  );
}

/** The account's own invoices and credit notes. */
function InvoicesCard() {
  const { id } = useCurrentUser();
  const list = usePagedList(listInvoices, { params: { id } });
  return (
    <Subject id="invoices">
      <InvoiceTable list={list} />
    </Subject>
  );
}

/** Shows the cost of the last months by kind, as a picture or as the table behind it. */
function SpendCard() {
  const { id } = useCurrentUser();
  const [asTable, asTableButton] = useAsTable();
  const spend = useQuery({
    queryKey: [...queryKeys.statements(id), 'spend'],
    queryFn: () => call(getSpend, { params: { id } }),
  });
  const isEmpty = spend.data?.every(({ total }) => Number(total) === 0);
  const title = t('statements.spend.title', { months: SPEND_MONTHS });
  return (
    <Card
      flush={asTable}
      title={title}
      description={t('statements.spend.description')}
      actions={!isEmpty && asTableButton}
    >
      <ReadFrame read={spend} pending={<Skeleton className="h-62.5" />}>
        {(months) =>
          isEmpty ? (
            <EmptyState icon={ChartColumn} title={t('statements.spend.nothing', { months: SPEND_MONTHS })} />
          ) : (
            <SpendView
              times={months.map(({ month, ...spent }) => ({ time: month, ...spent }))}
              caption={asTable ? title : null}
            />
          )
        }
      </ReadFrame>
    </Card>
  );
}

/** The account's details on its invoices. */
function BillingDetailsCard() {
  const { id } = useCurrentUser();
  const details = useRead(getBillingDetails, { id });
  return (
    <Card title={t('books.details.title')} description={t('books.details.intro')}>
      <ReadFrame read={details} pending={<Skeleton className="h-40" />}>
        {(read) => <DetailsForm userId={id} details={read} />}
      </ReadFrame>
    </Card>
  );
}

const FIELDS = [
  ['legalName', 'organization'],
  ['vatNumber', 'off'],
  ['street', 'street-address'],
  ['city', 'address-level2'],
  ['postcode', 'postal-code'],
] as const;

/** The office's answer about the number. */
function vatHint({ vatNumber, vatIsValid, vatCheckedAt }: BillingDetails): string {
  if (vatNumber === null) return t('books.details.vatHint');
  if (vatIsValid === null || vatCheckedAt === null) return t('books.details.vatUnasked');
  return vatIsValid
    ? t('books.details.vatValid', { day: formatTime(vatCheckedAt, 'day') })
    : t('books.details.vatInvalid');
}

/** What an invoice to a business has to say. */
const NEEDED = ['legalName', 'street', 'city'] as const;

const detailsForm = () =>
  bodyOf(setBillingDetails).superRefine((body, context) => {
    for (const name of NEEDED)
      if (body.isBusiness && body[name] === null)
        context.addIssue({ code: 'custom', path: [name], message: t('books.details.needed') });
  });

function DetailsForm({ userId, details }: { userId: string; details: BillingDetails }) {
  const queryClient = useQueryClient();
  const form = useContractForm(detailsForm(), { defaultValues: details });
  const shown = saidOnce(
    form,
    FIELDS.map(([name]) => name),
  );
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof setBillingDetails>) => call(setBillingDetails, { params: { id: userId }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(keyOf(getBillingDetails, { id: userId }), saved);
      form.reset(saved);
      toast(t('books.details.saved'));
    },
    onError: (error) => {
      if (applyProblem(form, error)) return;
      toastFault(t('settings.error'), messageOf(error, t('settings.error')));
    },
  });
  return (
    <Form className="flex flex-col gap-4" onSubmit={form.handleSubmit((body) => save.mutate(body))}>
      <Switch
        label={t('books.details.business')}
        checked={form.watch('isBusiness')}
        onChange={(isBusiness) => form.setValue('isBusiness', isBusiness)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map(([name, autoComplete]) => (
          <Field
            key={name}
            label={t(`books.details.${name}`)}
            hint={name === 'vatNumber' ? vatHint(details) : undefined}
            {...shown[name]}
          >
            <Input {...form.register(name)} autoComplete={autoComplete} />
          </Field>
        ))}
      </div>
      <Switch
        label={t('books.details.byMail')}
        checked={form.watch('byMail') ?? false}
        onChange={(byMail) => form.setValue('byMail', byMail)}
      />
      <div>
        <Button may="setBillingDetails" type="submit" busy={save.isPending}>
          {t('books.details.save')}
        </Button>
      </div>
    </Form>
  );
}
