import { CONFERENCE_PARTICIPANTS, PLANS } from '../../../src/services/trunks/catalogue.ts';
import { listTrunks } from '../../../src/services/trunks/contract.ts';
import { t } from '../../lib/i18n.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
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
import { ListCard } from '../../ui/list-frame.tsx';
import { PlanCard } from './plan-card.tsx';
import { TrunkRow } from './trunk-row.tsx';

const FEATURES = [
  ['ivrEnabled', ListTree],
  ['pbxFeaturesEnabled', ServerCog],
  ['conferenceCallsEnabled', Users],
  ['voicemailEnabled', Voicemail],
  ['callForwardingEnabled', PhoneForwarded],
] as const satisfies readonly (readonly [string, Icon])[];

/** Explains the functions of a package, and how its minutes count. */
function FeatureGuide() {
  return (
    <Card title={t('packages.guide.title')} description={t('packages.guide.description')}>
      <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(([feature, icon]) => (
          <Feature
            key={feature}
            icon={icon}
            name={t(`packages.feature.${feature}`)}
            text={t(`packages.guide.${feature}`, { participants: CONFERENCE_PARTICIPANTS })}
          />
        ))}
        <Feature icon={CalendarSync} name={t('packages.guide.minutes')} text={t('packages.guide.minutesText')} />
      </ul>
    </Card>
  );
}

function Feature({ icon: Icon, name, text }: { icon: Icon; name: string; text: string }) {
  return (
    <li className="flex gap-3">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0">
        <h3 className="font-medium">{name}</h3>
        <p className="mt-0.5 text-muted">{text}</p>
      </div>
    </li>
  );
}

/** SIP TRUNK: the annual plans, the trunks that the account has, and what is in them. */
export function TrunksSection() {
  const { id } = useCurrentUser();
  const list = usePagedList(listTrunks, { params: { id } });
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
      <ListCard
        title={t('packages.mine.title')}
        list={list}
        empty={{ icon: Network, title: t('packages.mine.empty'), description: t('packages.mine.emptyHint') }}
        row={(row) => <TrunkRow row={row} />}
      />
      <FeatureGuide />
    </div>
  );
}
