import { Link } from '../../lib/router.ts';
import { Check, Minus } from '../../ui/icons.tsx';
import { FEATURE_IDS, type Plan } from '../../../src/services/trunks/catalogue.ts';
import { createTrunk, upgradeTrunk, type Trunk } from '../../../src/services/trunks/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useRates } from '../../lib/use-rates.ts';
import { useOrder } from '../../lib/use-order.ts';
import { useCurrentUser } from '../../state/session.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Badge, formatPounds } from '../../ui/values.tsx';

interface PlanCardProps {
  plan: Plan;
  /** The trunks that the customer has or has ordered. */
  trunks: readonly Trunk[];
}

/** One annual plan, and the button that fits what the customer has already. */
export function PlanCard({ plan, trunks }: PlanCardProps) {
  const { id } = useCurrentUser();
  const featured = plan.id === 'professional';
  const subscribed = trunks.some(({ state, packageType }) => state === 'active' && packageType === plan.id);
  return (
    <article
      aria-label={plan.name}
      className={`flex min-w-0 flex-col rounded-lg border bg-surface p-5 shadow-card ${featured ? 'border-accent' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <h2 className="text-lg font-semibold">{t(`packages.plan.${plan.id}`)}</h2>
        {subscribed ? (
          <Badge tone="success">{t('packages.state.active')}</Badge>
        ) : (
          featured && <Badge tone="accent">{t('packages.popular')}</Badge>
        )}
      </div>
      <p className="mt-1 text-muted">{t(`packages.planFor.${plan.id}`)}</p>
      <p className="mt-4 flex items-baseline gap-1.5">
        <span className="text-3xl font-semibold tracking-tight">
          {formatPounds(useRates(id)?.trunks[plan.id] ?? plan.price, { whole: true })}
        </span>
        <span className="text-muted">{t('packages.perYear')}</span>
      </p>
      <p className="mt-1 font-medium">{t('packages.minutesPerMonth', { minutes: plan.callMinutesIncluded })}</p>
      <ul className="mt-4 mb-5 flex flex-col gap-2 border-t border-line pt-4">
        {FEATURE_IDS.map((feature) => (
          <li key={feature} className={`flex items-center gap-2 ${plan[feature] ? '' : 'text-muted'}`}>
            {plan[feature] ? (
              <Check aria-hidden className="size-4 shrink-0 text-accent" />
            ) : (
              <Minus aria-hidden className="size-4 shrink-0" />
            )}
            {t(`packages.feature.${feature}`)}
            {!plan[feature] && <span className="sr-only">{t('packages.notIncluded')}</span>}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col gap-2">
        <PlanAction plan={plan} trunks={trunks} primary={featured} />
      </div>
    </article>
  );
}

function PlanAction({ plan, trunks, primary }: PlanCardProps & { primary: boolean }) {
  const { id } = useCurrentUser();
  const usual = useRates(id)?.trunks[plan.id] ?? plan.price;
  const upgradable = trunks.find(({ upgrades }) => upgrades.some(({ packageType }) => packageType === plan.id));
  const difference = upgradable?.upgrades.find(({ packageType }) => packageType === plan.id);
  const body = { packageType: plan.id };
  const order = useOrder<void>({
    place: () =>
      upgradable
        ? call(upgradeTrunk, { params: { id, packageId: upgradable.id }, body })
        : call(createTrunk, { params: { id }, body }),
    failed: (error) => messageOf(error, t('packages.purchaseFailed')),
  });
  const variant = primary ? 'primary' : 'secondary';
  if (trunks.some(({ state, packageType }) => state === 'active' && packageType === plan.id)) {
    return (
      <Button size="lg" variant="secondary" disabled>
        {t('packages.alreadySubscribed')}
      </Button>
    );
  }
  if (trunks.some(({ state, packageType }) => state === 'pending' && packageType === plan.id)) {
    return (
      <Link to="/billing" className={buttonClass({ variant, size: 'lg' })}>
        {t('packages.completePayment')}
      </Link>
    );
  }
  const price = formatPounds(difference?.price ?? usual);
  return (
    <>
      {upgradable && (
        <p className="text-center text-sm text-muted">
          {t('packages.upgradeHint', { plan: t(`packages.plan.${upgradable.packageType}`) })}
        </p>
      )}
      <AskFirst
        label={difference ? t('packages.upgrade', { price }) : t('packages.purchase')}
        confirmLabel={t('packages.order', { price })}
        look={{
          ...{ size: 'lg', variant, busy: order.isPending, disabled: order.isSuccess },
          may: upgradable ? 'upgradeVoicePackage' : 'createVoicePackage',
        }}
        title={t('packages.orderTitle', { plan: t(`packages.plan.${plan.id}`) })}
        description={t(difference ? 'packages.orderUpgrade' : 'packages.orderText', { price })}
        action={order}
      />
    </>
  );
}
