import { useEffect, useEffectEvent, useState } from 'react';
import { Timer } from '../../ui/icons.tsx';
import type { Hold } from '../../../src/services/numbers/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { SECOND_MS } from '../../../src/platform/kit/durations.ts';

interface HoldCountdownProps {
  hold: Hold;
  /** When the server said how many seconds are left, by this computer's clock. */
  toldAt: number;
  onEnd: () => void;
  onRelease: () => void;
}

/** The number that is held, and the time it is still held for. */
export function HoldCountdown({ hold, toldAt, onEnd, onRelease }: HoldCountdownProps) {
  const seconds = useSecondsUntil(toldAt + hold.secondsLeft * SECOND_MS);
  const over = seconds <= 0;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (over) end();
  }, [over]);

  return (
    <div className="rounded-md bg-accent-soft p-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-muted">{t('numbers.purchase.held')}</p>
        <p
          role="timer"
          aria-label={t('numbers.purchase.timeLeft')}
          className="inline-flex items-center gap-1.5 font-semibold text-accent"
        >
          <Timer aria-hidden className="size-4" />
          {clockText(Math.max(seconds, 0))}
        </p>
      </div>
      <p className="mt-1 text-lg font-semibold">
        <bdi>{hold.number}</bdi>
      </p>
      <div className="mt-1 flex items-center justify-between gap-3">
        <p className="text-sm text-muted">{t('numbers.purchase.holdHint')}</p>
        <Button variant="ghost" size="sm" onClick={onRelease}>
          {t('numbers.purchase.release')}
        </Button>
      </div>
    </div>
  );
}

/** Counts by the clock and not by its own ticks, because a sleeping tab has no ticks. */
function useSecondsUntil(end: number): number {
  const left = () => Math.ceil((end - Date.now()) / SECOND_MS);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return left();
}

const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
