import { Activity, Headset, LockKeyhole } from '../../ui/icons.tsx';
import { t } from '../../lib/i18n.ts';

const REASONS = [
  { id: 'security', Icon: LockKeyhole },
  { id: 'uptime', Icon: Activity },
  { id: 'support', Icon: Headset },
] as const;

export function Trust() {
  return (
    <section aria-labelledby="trust" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6">
        <h2 id="trust" className="text-2xl font-semibold tracking-tight">
          {t('landing.trust.heading')}
        </h2>
        <ul className="mt-10 grid gap-10 md:grid-cols-3">
          {REASONS.map(({ id, Icon }) => (
            <li key={id} className="border-t-2 border-accent pt-6">
              <h3 className="flex items-center gap-2.5 text-lg font-semibold">
                <Icon aria-hidden className="size-5 text-accent" />
                {t(`landing.trust.${id}.title`)}
              </h3>
              <p className="mt-2 text-lg text-pretty text-muted">{t(`landing.trust.${id}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
