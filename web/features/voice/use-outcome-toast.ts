import { useCallback, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type CallStatus, isUnderWay, type VoiceCall } from '../../../src/services/voice/contract.ts';
import { t, type TextKey } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toast.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { formatDuration } from './format-duration.ts';

/** What is said of a call that nobody talked on, where the carrier says nothing. */
const WITHOUT_AN_ERROR: Partial<Record<CallStatus, TextKey>> = {
  busy: 'voice.outcome.busy',
  'no-answer': 'voice.outcome.no-answer',
  cancelled: 'voice.outcome.cancelled',
};

/** Says what became of the calls placed here, once each has ended. @returns watches one more call */
export function useOutcomeToast(userId: string): (callId: string) => void {
  const watched = useRef(new Set<string>());
  // Only what the history reads anyway, and the live connection keeps up to date.
  const { data: calls } = useQuery<VoiceCall[]>({ queryKey: queryKeys.calls(userId), enabled: false });
  useEffect(() => {
    const ended = calls?.filter(({ id, status }) => watched.current.has(id) && !isUnderWay(status)) ?? [];
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
