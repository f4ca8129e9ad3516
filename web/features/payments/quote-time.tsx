import { useEffect, useState } from 'react';
import type { Quote } from '../../../src/money/payments/quotes/contract.ts';
import { t } from '../../lib/i18n.ts';
import { usePassed } from '../../lib/use-passed.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

interface QuoteTimeProps {
  quote: Quote;
  renewing: boolean;
  onRenew: () => void;
}

/** How long the quote is valid, and a button to ask again. */
export function QuoteTime({ quote, renewing, onRenew }: QuoteTimeProps) {
  const isOver = usePassed(quote.expiresAt);
  return (
    <Notice tone={isOver ? 'warning' : 'info'}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {isOver ? <p>{t('billing.quote.over')}</p> : <Left until={quote.expiresAt} />}
        <Button variant="secondary" size="sm" busy={renewing} onClick={onRenew}>
          {t('billing.quote.renew')}
        </Button>
      </div>
    </Notice>
  );
}

/** Counts down. Screen readers do not read out each second. */
function Left({ until }: { until: string }) {
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p role="timer" aria-live="off" className="tabular-nums">
      {t('billing.quote.left', { time })}
    </p>
  );
}

const secondsUntil = (iso: string): number => Math.max(0, Math.ceil((Date.parse(iso) - Date.now()) / 1000));
