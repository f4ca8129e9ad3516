import {
  CalendarSync,
  ListTree,
  PhoneForwarded,
  ServerCog,
  Users,
  Voicemail,
  type Icon,
} from '../../ui/icons.tsx';
import { CONFERENCE_PARTICIPANTS } from '../../../src/services/trunks/catalogue.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';

const FEATURES = [
  ['ivrEnabled', ListTree],
  ['pbxFeaturesEnabled', ServerCog],
  ['conferenceCallsEnabled', Users],
  ['voicemailEnabled', Voicemail],
  ['callForwardingEnabled', PhoneForwarded],
] as const satisfies readonly (readonly [string, Icon])[];

/** Explains the functions of a package, and how its minutes count. */
export function FeatureGuide() {
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
        <Feature
          icon={CalendarSync}
          name={t('packages.guide.minutes')}
          text={t('packages.guide.minutesText')}
        />
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
