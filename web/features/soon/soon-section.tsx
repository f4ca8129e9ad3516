import { Check } from 'lucide-react';
import { t, type TextKey } from '../../lib/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';

/** What each section will offer, line by line. */
const OFFERS = {
  voice: [
    'soon.voice.points.callerId',
    'soon.voice.points.recording',
    'soon.voice.points.pbx',
    'soon.voice.points.history',
  ],
  'voice-packages': [
    'soon.voice-packages.points.basic',
    'soon.voice-packages.points.professional',
    'soon.voice-packages.points.enterprise',
    'soon.voice-packages.points.features',
  ],
  reseller: [
    'soon.reseller.points.numbers',
    'soon.reseller.points.sms',
    'soon.reseller.points.support',
    'soon.reseller.points.plans',
  ],
} as const satisfies Record<string, readonly TextKey[]>;

/** A section that is in preparation: what it will offer. */
export function SoonSection({ section }: { section: keyof typeof OFFERS }) {
  return (
    <Card className="max-w-2xl">
      <Badge tone="accent">{t('soon.badge')}</Badge>
      <p className="mt-4 text-xl font-semibold tracking-tight text-balance">{t(`soon.${section}.text`)}</p>
      <h2 className="mt-6 text-sm font-medium text-muted">{t('soon.offer')}</h2>
      <ul className="mt-3 flex flex-col gap-3">
        {OFFERS[section].map((offer) => (
          <li key={offer} className="flex items-start gap-3 text-lg">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
            {t(offer)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
