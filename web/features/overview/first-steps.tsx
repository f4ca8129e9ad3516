import { useState } from 'react';
import { Link, type LinkProps } from '../../lib/router.ts';
import { Circle, CircleCheck, X } from '../../ui/icons.tsx';
import { getStats, type Stats } from '../../../src/accounts/profile/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/frames.tsx';

/** The account whose list was dismissed in this browser. */
const STORAGE_KEY = 'topline-first-steps';

type Step = keyof Stats['firstSteps'];

const STEPS: readonly Step[] = ['addressConfirmed', 'messageSent', 'creditAdded', 'keyMade'];

/** Where each is taken. The address is confirmed from the mail. */
const PLACES: Record<Step, Pick<LinkProps, 'to' | 'search' | 'hash'>> = {
  addressConfirmed: { to: '/settings' },
  creditAdded: { to: '/billing' },
  messageSent: { to: '/dashboard', search: { section: 'sms' } },
  keyMade: { to: '/settings', hash: 'api-keys' },
};

/** Shows the first steps with a new account; each ticks itself off, and the list goes with the last. */
export function FirstSteps() {
  const { id, role } = useCurrentUser();
  const { data } = useRead(getStats, { id });
  const [hiddenFor, setHiddenFor] = useState(() => localStorage.getItem(STORAGE_KEY));
  if (!data || hiddenFor === id || role === 'admin' || STEPS.every((step) => data.firstSteps[step])) return null;
  const done = STEPS.filter((step) => data.firstSteps[step]);
  return (
    <Card
      className="relative"
      title={t('overview.firstSteps.title')}
      description={t('overview.firstSteps.text')}
      actions={
        <IconButton
          label={t('overview.firstSteps.dismiss')}
          icon={X}
          onClick={() => {
            localStorage.setItem(STORAGE_KEY, id);
            setHiddenFor(id);
          }}
          className="absolute end-3 top-3"
        />
      }
    >
      {done.length > 0 && (
        <p className="mb-3 flex items-start gap-2 text-sm text-muted">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
          {`${t('overview.firstSteps.done')} ${done.map((step) => t(`overview.firstSteps.${step}.title`)).join(' · ')}`}
        </p>
      )}
      <ol className="flex flex-col gap-3">
        {STEPS.filter((step) => !done.includes(step)).map((step) => (
          <li key={step} className="flex items-start gap-2.5">
            <Circle aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
            <div className="min-w-0">
              <p className="font-medium">{t(`overview.firstSteps.${step}.title`)}</p>
              <p className="text-sm text-muted">
                {data.onTrial && step === 'messageSent'
                  ? t('overview.firstSteps.messageSent.trial')
                  : t(`overview.firstSteps.${step}.text`)}{' '}
                <Link {...PLACES[step]} className="font-medium text-accent underline-offset-2 hover:underline">
                  {t(`overview.firstSteps.${step}.link`)}
                </Link>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
