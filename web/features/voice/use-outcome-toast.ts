import { useCallback, useEffect, useRef } from 'react';
import { type CallStatus, isUnderWay } from '../../../src/services/voice/contract.ts';
import { t, type TextKey } from '../../lib/i18n.ts';
import { toast } from '../../ui/toast.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { useCalls } from './use-calls.ts';

/** The text for a call that was not answered, where the carrier gives none. */
const WITHOUT_AN_ERROR: Partial<Record<CallStatus, TextKey>> = {
  busy: 'voice.outcome.busy',
  'no-answer': 'voice.outcome.no-answer',
  cancelled: 'voice.outcome.cancelled',
};

/** Says what became of the calls placed here, once each has ended. @returns watches one more call */
export function useOutcomeToast(userId: string): (callId: string) => void {
  const watched = useRef(new Set<string>());
  // The same as the history reads.
  const { rows: calls } = useCalls(userId);
  useEffect(() => {
    const ended = calls.filter(({ id, status }) => watched.current.has(id) && !isUnderWay(status));
    for (const { id, status, destination, duration, actualCost, error } of ended) {
      watched.current.delete(id);
      if (status === 'completed') {
        toast({
          title: t('voice.call.completed'),
          description: t('voice.call.completedHint', {
            destination,
            duration: formatDuration(duration),
            cost: formatPounds(actualCost),
          }),
        });
      } else {
        toast({
          title: t('voice.call.failedTitle'),
          description: error ?? t(WITHOUT_AN_ERROR[status] ?? 'voice.call.failed'),
          variant: status === 'cancelled' ? 'default' : 'destructive',
        });
      }
    }
  }, [calls]);
  return useCallback((callId) => void watched.current.add(callId), []);
}
