import { Check } from '../../ui/icons.tsx';
import { createTransaction } from '../../../src/money/payments/contract.ts';
import { RESELLER_PLANS, type ResellerPlan } from '../../../src/resale/packages/catalogue.ts';
import { call, failureText } from '../../lib/call.ts';
import { t, type TextValues } from '../../lib/i18n.ts';
import { useOrder } from '../../lib/use-order.ts';
import { usePrices } from '../../state/brand.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, formatPounds } from '../../ui/values.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NUMBER_DISCOUNT_PERCENT } from '../../../src/shared/number-rates.ts';
import { SMS_RATES_GBP } from '../../../src/shared/sms-rates.ts';
import { RESELLER_VOICE_RATE_GBP } from '../../../src/shared/voice-rates.ts';

const BENEFITS = ['numbers', 'sms', 'voice', 'support', 'whiteLabel'] as const;
/** The figures in their texts. */
const figures = (prices: ReturnType<typeof usePrices>): Partial<Record<(typeof BENEFITS)[number], TextValues>> => ({
  numbers: { percent: NUMBER_DISCOUNT_PERCENT },
  sms: { rate: formatPounds(prices?.reseller.sms ?? SMS_RATES_GBP.reseller) },
  voice: { rate: formatPounds(prices?.reseller.voice ?? RESELLER_VOICE_RATE_GBP) },
});

/** Placing the order of a plan; what it costs is the server's to say. */
export function useResellerOrder() {
  const { id } = useCurrentUser();
  return useOrder({
    place: (plan: ResellerPlan) =>
      call(createTransaction, {
        params: { id },
        body: {
          type: 'reseller_package',
          resellerPackage: plan.id,
          amount: plan.price,
          description: t(`reseller.plan.${plan.id}`),
          status: 'pending',
        },
      }),
    failed: (error) => failureText(error, t('reseller.purchaseFailed')),
  });
}

/** The two plans. @param lapsed whether a package of the customer's has ended */
export function ResellerPlans({ lapsed }: { lapsed: boolean }) {
  const { role } = useCurrentUser();
  const order = useResellerOrder();
  const prices = usePrices();
  const isAdmin = role === 'admin';
  return (
    <>
      {lapsed && <Notice tone="warning">{t('reseller.lapsed')}</Notice>}
      {isAdmin && <Notice>{t('reseller.notForAdmins')}</Notice>}
      <p className="max-w-2xl text-muted">{t('reseller.intro')}</p>
      <section aria-label={t('reseller.plans')} className="grid max-w-4xl gap-4 md:grid-cols-2">
        {RESELLER_PLANS.map((plan) => (
          <article
            key={plan.id}
            aria-label={t(`reseller.plan.${plan.id}`)}
            className={`flex min-w-0 flex-col rounded-lg border bg-surface p-5 shadow-card ${plan.saves ? 'border-accent' : 'border-line'}`}
          >
            <div className="flex items-center justify-between gap-2">
              <h2 className="text-lg font-semibold">{t(`reseller.plan.${plan.id}`)}</h2>
              {plan.saves && (
                <Badge tone="accent">
                  {t('reseller.saves', { amount: formatPounds(plan.saves, { whole: true }) })}
                </Badge>
              )}
            </div>
            <p className="mt-4 flex items-baseline gap-1.5">
              <span className="text-3xl font-semibold tracking-tight">{formatPounds(plan.price, { whole: true })}</span>
              <span className="text-muted">{t(`reseller.per.${plan.id}`)}</span>
            </p>
            <ul className="mt-4 mb-5 flex flex-col gap-2 border-t border-line pt-4">
              {BENEFITS.map((benefit) => (
                <li key={benefit} className="flex items-center gap-2">
                  <Check aria-hidden className="size-4 shrink-0 text-accent" />
                  {t(`reseller.benefit.${benefit}`, figures(prices)[benefit])}
                </li>
              ))}
            </ul>
            <Button
              size="lg"
              className="mt-auto"
              variant={plan.saves ? 'primary' : 'secondary'}
              busy={order.isPending && order.variables.id === plan.id}
              disabled={isAdmin || order.isPending || order.isSuccess}
              onClick={() => order.mutate(plan)}
            >
              {t('reseller.choose')}
            </Button>
          </article>
        ))}
      </section>
    </>
  );
}
