import { CONFERENCE_PARTICIPANTS, PLANS } from '../../../src/services/trunks/catalogue.ts';
import { listTrunks } from '../../../src/services/trunks/contract.ts';
import { t } from '../../lib/i18n.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import {
  CalendarSync,
  type Icon,
  ListTree,
  Network,
  PhoneForwarded,
  ServerCog,
  Users,
  Voicemail,
} from '../../ui/icons.tsx';
import { Card, ListCard, Skeleton } from '../../ui/frames.tsx';
import { PlanCard } from './plan-card.tsx';
import { TrunkRow } from './trunk-row.tsx';

const FEATURES = [
  ['ivrEnabled', ListTree],
  ['pbxFeaturesEnabled', ServerCog],
  ['conferenceCallsEnabled', Users],
  ['voicemailEnabled', Voicemail],
  ['callForwardingEnabled', PhoneForwarded],
  ['minutesText', CalendarSync],
] as const satisfies readonly (readonly [string, Icon])[];

/** Explains the functions of a package, and how its minutes count. */
const FeatureGuide = () => (
  <Card title={t('packages.guide.title')} description={t('packages.guide.description')}>
    <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      {FEATURES.map(([feature, FeatureIcon]) => (
        <li key={feature} className="flex gap-3">
          <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent">
            <FeatureIcon aria-hidden className="size-4" />
          </span>
          <div className="min-w-0">
            <h3 className="font-medium">
              {feature === 'minutesText' ? t('packages.guide.minutes') : t(`packages.feature.${feature}`)}
            </h3>
            <p className="mt-0.5 text-muted">
              {t(`packages.guide.${feature}`, { participants: CONFERENCE_PARTICIPANTS })}
            </p>
          </div>
        </li>
      ))}
    </ul>
  </Card>
);

/** SIP TRUNK: the annual plans, the trunks that the account has, and what is in them. */
export function TrunksSection() {
  const { id } = useCurrentUser();
  const list = usePagedList(listTrunks, { params: { id } });
  // What stands first depends on it: nothing moves then.
  if (list.isPending) return <Skeleton className="h-screen" />;
  const mine = (
    <ListCard
      title={t('packages.mine.title')}
      list={list}
      empty={{ icon: Network, title: t('packages.mine.empty'), description: t('packages.mine.emptyHint') }}
      row={(row) => <TrunkRow row={row} />}
    />
  );
  const isFirst = list.rows.length > 0;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex max-w-2xl flex-col gap-1">
        <p className="text-muted">{t('packages.intro')}</p>
        <p>{t('packages.emergency')}</p>
      </div>
      {isFirst && mine}
      <section aria-label={t('packages.plans')} className="grid gap-4 lg:grid-cols-3">
        {PLANS.map((plan) => (
          <PlanCard key={plan.id} plan={plan} trunks={list.rows} />
        ))}
      </section>
      {!isFirst && mine}
      <FeatureGuide />
    </div>
  );
}
