import { useState } from 'react';
import { Link, type LinkProps } from '../../lib/router.ts';
import { Circle, CircleCheck, X } from '../../ui/icons.tsx';
import { getStats, type Stats } from '../../../src/accounts/profile/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useRead } from '../../lib/use-read.ts';
import { useCurrentUser } from '../../state/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** The account whose list was dismissed in this browser. */
const STORAGE_KEY = 'topline-first-steps';

type Step = keyof Stats['firstSteps'];

const STEPS: readonly Step[] = ['addressConfirmed', 'creditAdded', 'messageSent', 'keyMade'];
/** An account with trial credit can send before its first top-up. */
const ON_TRIAL: readonly Step[] = ['addressConfirmed', 'messageSent', 'creditAdded', 'keyMade'];

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
      <ol className="flex flex-col gap-3">
        {(data.onTrial ? ON_TRIAL : STEPS).map((step) => (
          <StepRow key={step} step={step} done={data.firstSteps[step]} onTrial={data.onTrial} />
        ))}
      </ol>
    </Card>
  );
}

function StepRow({ step, done, onTrial }: { step: Step; done: boolean; onTrial: boolean }) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${done ? 'text-success' : 'text-muted'}`} />
      <div className="min-w-0">
        <p className={done ? 'text-muted line-through' : 'font-medium'}>
          {t(`overview.firstSteps.${step}.title`)}
          {done && <span className="sr-only"> ({t('overview.firstSteps.done')})</span>}
        </p>
        {!done && (
          <p className="text-sm text-muted">
            {onTrial && step === 'messageSent'
              ? t('overview.firstSteps.messageSent.trial')
              : t(`overview.firstSteps.${step}.text`)}{' '}
            <Link {...PLACES[step]} className="font-medium text-accent underline-offset-2 hover:underline">
              {t(`overview.firstSteps.${step}.link`)}
            </Link>
          </p>
        )}
      </div>
    </li>
  );
}
