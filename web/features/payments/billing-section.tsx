import { useQuery } from '@tanstack/react-query';
import { TOP_UP_PRESETS_GBP, ADVISED_CREDIT_GBP, coinText } from '../../../src/money/payments/catalogue.ts';
import { Here } from '../../ui/only.tsx';
import { type CoinOffer, listOrders } from '../../../src/money/payments/contract.ts';
import { t } from '../../lib/i18n.ts';
import { usePaymentInHand } from '../../lib/payment-address.ts';
import { comparePounds } from '../../lib/pounds.ts';
import { Link } from '../../lib/router.ts';
import { useRates } from '../../lib/use-rates.ts';
import { useBrand } from '../../state/brand.ts';
import { useCurrentUser } from '../../state/session.ts';
import { buttonClass, Button } from '../../ui/button.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { formatPounds } from '../../ui/values.tsx';
import { ArrowLeft, FileText, Handshake, ReceiptText } from '../../ui/icons.tsx';
import { Failure, Notice } from '../../ui/notice.tsx';
import { Card, EmptyState, ReadFrame, RowList, Skeleton } from '../../ui/frames.tsx';
import { Together } from '../../ui/together.tsx';
import { SupportLinks } from '../../ui/support-links.tsx';
import { call } from '../../lib/call.ts';
import { queryKeys } from '../../lib/reads.ts';
import { useTransactions } from '../../lib/use-transactions.ts';
import { CoinChoice } from './coin-choice.tsx';
import { wholePounds } from './check-amount.ts';
import { PaymentDialog } from './payment-dialog.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { useCoins } from './use-coins.ts';
import { type CreditChoice, useCreditChoice } from './use-credit-choice.ts';
import { OrderRow } from './order-row.tsx';

/** Asks for the coin and the amount. */
function CreditFields({ offers, choice }: { offers: readonly CoinOffer[]; choice: CreditChoice }) {
  const { minimum, chooseAmount } = choice;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <CoinChoice
        offers={offers}
        name="coin"
        error={choice.missing && !choice.coin ? t('billing.buy.coinMissing') : undefined}
        value={choice.coin?.id ?? null}
        onChange={choice.chooseCoin}
      />
      <ChoiceGroup
        legend={t('billing.buy.amount')}
        name="amount"
        error={choice.missing && !choice.amount ? t('billing.buy.amountMissing') : undefined}
        className="grid-cols-3"
        value={choice.preset}
        onChange={(preset) => chooseAmount({ preset, custom: '' })}
        choices={presets(minimum).map(({ pounds, note }) => ({
          value: pounds,
          label: wholePounds(pounds),
          note: note && t(`billing.buy.${note}`),
        }))}
      />
      <Field label={t('billing.buy.custom')} error={choice.amountError}>
        <Input
          inputMode="decimal"
          placeholder={t('billing.buy.customPlaceholder', { minimum: wholePounds(minimum) })}
          value={choice.custom}
          onChange={(event) => chooseAmount({ preset: null, custom: event.target.value })}
        />
      </Field>
      <Field label={t('billing.reference.label')} hint={t('billing.reference.hint')}>
        <Input maxLength={200} value={choice.reference} onChange={(event) => choice.setReference(event.target.value)} />
      </Field>
    </div>
  );
}

/** The presets that may be bought, with the note of the smallest where it is the minimum indeed. */
const presets = (minimum: string) =>
  TOP_UP_PRESETS_GBP.map(({ amount, note }) => ({ pounds: String(amount), note }))
    .filter(({ pounds }) => comparePounds(pounds, minimum) >= 0)
    .map(({ pounds, note }) => ({
      pounds,
      note: note === 'minimum' && comparePounds(pounds, minimum) !== 0 ? null : note,
    }));

/** Billing & Credits: buying credit with a coin, and the latest transactions. */
export function BillingSection() {
  // Shown until it is known otherwise: most accounts pay in a coin.
  const coins = useRates(useCurrentUser().id)?.cryptoPayments ?? true;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{coins && t('billing.intro')}</p>
        <div className="flex flex-wrap gap-2">
          <Link to="/billing/statements" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <FileText aria-hidden className="size-4" />
            {t('billing.statements')}
          </Link>
          <Link to="/billing/statements" hash="invoices" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <ReceiptText aria-hidden className="size-4" />
            {t('books.invoices.title')}
          </Link>
          <Link to="/dashboard" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <ArrowLeft aria-hidden className="size-4" />
            {t('billing.dashboard')}
          </Link>
        </div>
      </div>
      <DebtNotice />
      <Together>
        <div className="flex flex-col gap-5">
          <WaitingOrders />
          <Here may="createQuote">{coins ? <BuyCredit /> : <TopUpByReseller />}</Here>
          <RecentTransactions />
        </div>
      </Together>
    </div>
  );
}

/** Reads which coins there are to buy credit with. */
function BuyCredit() {
  return (
    <ReadFrame read={useCoins()} pending={<Skeleton className="h-130" />} failed={(words) => <Card>{words}</Card>}>
      {([first, ...others]) =>
        first ? (
          <CreditForm offers={[first, ...others]} />
        ) : (
          <Card>
            <EmptyState title={t('billing.noCoins')} description={t('billing.noCoinsHint')} />
          </Card>
        )
      }
    </ReadFrame>
  );
}

/** Chooses a coin and an amount, then opens the payment dialog. */
function CreditForm({ offers }: { offers: readonly [CoinOffer, ...CoinOffer[]] }) {
  const given = usePaymentInHand();
  const inHand = given && !given.order ? given : null;
  const choice = useCreditChoice(offers, inHand);
  const { coin, amount, cryptoAmount, setAmountError } = choice;
  return (
    <Card title={t('billing.buy.title')} description={t('billing.buy.description')}>
      <Form className="grid gap-5 lg:grid-cols-[1fr_18rem]" onSubmit={choice.pay}>
        <CreditFields offers={offers} choice={choice} />
        <CreditSummary choice={choice} />
      </Form>
      {inHand && coin && cryptoAmount && (
        <PaymentDialog key={`${coin.id} ${amount}`} purchase={{ coin, amount }} onAmountRefused={setAmountError} />
      )}
    </Card>
  );
}

/** Shows the account's debt, and the actions that it stops; nothing where there is none. */
function DebtNotice() {
  const { owed } = useCurrentUser();
  // A user of an older server is kept without it.
  if (!owed || owed === '0.00') return null;
  return (
    <Notice tone="danger">
      <p className="font-medium">{t('billing.debt.title', { amount: formatPounds(owed) })}</p>
      <p>{t('billing.debt.text')}</p>
    </Notice>
  );
}

/** Stands in place of buying credit where it comes from the reseller. */
function TopUpByReseller() {
  const brand = useBrand();
  const name = brand?.name ?? t('brand.provider');
  return (
    <Card>
      <EmptyState
        icon={Handshake}
        title={t('brand.topUpTitle', { name })}
        description={t('brand.topUpText', { name })}
        action={<SupportLinks className="justify-center text-sm" />}
      />
    </Card>
  );
}

/** Shows the choice, its amount in the coin, and the way on. */
function CreditSummary({ choice }: { choice: CreditChoice }) {
  const { coin, amount, cryptoAmount, missing } = choice;
  return (
    <div className="flex flex-col gap-4 self-start rounded-md bg-sunken p-4">
      <dl aria-live="polite" className="flex flex-col gap-2">
        <div className="flex justify-between gap-4">
          <dt className="text-muted">{t('billing.buy.credit')}</dt>
          <dd className="font-medium">{cryptoAmount ? formatPounds(amount) : '–'}</dd>
        </div>
        <div>
          <dt className="text-muted">{t('billing.buy.youPay')}</dt>
          <dd className="mt-0.5 text-xl font-semibold tracking-tight break-all">
            {coin && cryptoAmount ? coinText(cryptoAmount, coin.id) : '–'}
          </dd>
        </div>
      </dl>
      <Failure>{missing && t('billing.buy.missing')}</Failure>
      <Button may="createQuote" type="submit" size="lg">
        {t('billing.buy.continue')}
      </Button>
      <p className="text-sm text-muted">
        {t('billing.buy.advice', { amount: wholePounds(String(ADVISED_CREDIT_GBP)) })}
      </p>
    </div>
  );
}

/** Orders that wait for their payment. Nothing is shown where there are none. */
function WaitingOrders() {
  const { id } = useCurrentUser();
  const orders = useQuery({ queryKey: queryKeys.orders(id), queryFn: () => call(listOrders, { params: { id } }) });
  // Here they only tell which order has a top-up on its way.
  const transactions = useTransactions(id);
  const toppedUp = new Set(
    transactions.rows
      .filter(({ status }) => status === 'pending')
      .map(({ settlesTransactionId }) => settlesTransactionId),
  );
  const title = t('billing.orders.title');
  return (
    <ReadFrame read={orders} pending={null} empty={null} failed={(words) => <Card title={title}>{words}</Card>}>
      {(rows) => (
        <Card flush title={title} description={t('billing.orders.description')}>
          <RowList
            label={title}
            rows={rows}
            row={(order) => <OrderRow order={order} toppedUp={toppedUp.has(order.id)} />}
          />
        </Card>
      )}
    </ReadFrame>
  );
}
