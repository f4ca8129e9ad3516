import { PLANS } from '../../../src/services/trunks/catalogue.ts';
import { listTrunks } from '../../../src/services/trunks/contract.ts';
import { callPage } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { FeatureGuide } from './feature-guide.tsx';
import { MyTrunks } from './my-trunks.tsx';
import { PlanCard } from './plan-card.tsx';

/** SIP TRUNK: the annual plans, the trunks that the account has, and what is in them. */
export function TrunksSection() {
  const { id } = useCurrentUser();
  const list = usePagedList({
    queryKey: queryKeys.trunks(id),
    load: (query) => callPage(listTrunks, { params: { id }, query }),
  });
  return (
    <div className="flex flex-col gap-5">
      <div className="flex max-w-2xl flex-col gap-1">
        <p className="text-muted">{t('packages.intro')}</p>
        <p>{t('packages.emergency')}</p>
      </div>
      <section aria-label={t('packages.plans')} className="grid gap-4 lg:grid-cols-3">
        {PLANS.map((plan) => (
          <PlanCard key={plan.id} plan={plan} trunks={list.rows} ready={!list.isPending} />
        ))}
      </section>
      <MyTrunks list={list} />
      <FeatureGuide />
    </div>
  );
}
