import { useState } from 'react';
import { Link } from '../../lib/router.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The day on which an administrator last dismissed the reminder in this browser. */
const STORAGE_KEY = 'topline-factor-reminder';
const today = () => new Date().toISOString().slice(0, 10);

/** Asks an administrator without a second factor to set one up, each day until it is done. */
export function FactorReminder() {
  const { hasSecondFactor } = useCurrentUser();
  const [putAway, setPutAway] = useState(() => localStorage.getItem(STORAGE_KEY));
  if (hasSecondFactor || putAway === today()) return null;
  const dismiss = () => {
    localStorage.setItem(STORAGE_KEY, today());
    setPutAway(today());
  };
  return (
    <Notice tone="warning">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>{t('admin.factorReminder.text')}</p>
        <Link to="/settings" className="font-medium text-accent underline">
          {t('admin.factorReminder.setUp')}
        </Link>
        <Button size="sm" variant="ghost" onClick={dismiss}>
          {t('admin.factorReminder.tomorrow')}
        </Button>
      </div>
    </Notice>
  );
}
