import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { BodyInputOf } from '../../../src/platform/kit/endpoint.ts';
import type { User } from '../../../src/callers/contract.ts';
import { type CallStatus, isUnderWay, placeCall } from '../../../src/services/voice/contract.ts';
import { ApiError, call, messageOf } from '../../lib/call.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { t, type TextKey } from '../../lib/i18n.ts';
import { addNewest } from '../../lib/list-cache.ts';
import { queryKeys } from '../../lib/reads.ts';
import { isPriceChanged, showPricesAgain } from '../../lib/price-changed.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { applyProblem } from '../../ui/form.tsx';
import { formatPounds } from '../../ui/values.tsx';
import { toast, toastFailure, toastFault } from '../../ui/toast.tsx';
import { type CallFormValues, toOrder } from './call-form-schema.ts';
import { numbersOf, shownRate } from './shown-rate.ts';
import { useCalls } from './use-calls.ts';

/** The text for a call that was not answered, where the carrier gives none. */
const WITHOUT_AN_ERROR: Partial<Record<CallStatus, TextKey>> = {
  busy: 'voice.outcome.busy',
  'no-answer': 'voice.outcome.no-answer',
  cancelled: 'voice.outcome.cancelled',
};

/** Says what became of the calls placed here, once each has ended. @returns watches one more call */
function useOutcomeToast(userId: string): (callId: string) => void {
  const watched = useRef(new Set<string>());
  // The same as the history reads.
  const { rows: calls } = useCalls(userId);
  useEffect(() => {
    const ended = calls.filter(({ id, status }) => watched.current.has(id) && !isUnderWay(status));
    for (const { id, status, destination, duration, actualCost, error } of ended) {
      watched.current.delete(id);
      if (status === 'completed') {
        toast(
          t('voice.call.completed'),
          t('voice.call.completedHint', {
            destination,
            duration: formatDuration(duration),
            cost: formatPounds(actualCost),
          }),
        );
      } else {
        const say = status === 'cancelled' ? toast : toastFailure;
        say(t('voice.call.failedTitle'), error ?? t(WITHOUT_AN_ERROR[status] ?? 'voice.call.failed'));
      }
    }
  }, [calls]);
  return useCallback((callId) => void watched.current.add(callId), []);
}

/** Places the call of a form; once it is placed the form keeps all but the destination. */
export function usePlaceCall(
  user: Pick<User, 'id' | 'phone' | 'country'>,
  form: UseFormReturn<CallFormValues, unknown, CallFormValues>,
  forget: () => void,
) {
  const { id: userId } = user;
  const watchOutcome = useOutcomeToast(userId);
  const keys = useIdempotencyKey<BodyInputOf<typeof placeCall>>();
  return useMutation({
    mutationFn: (values: CallFormValues) => {
      const order = toOrder(values);
      const body = { ...order, ratePerMinute: shownRate(userId, numbersOf(values, user)) };
      // Tried again after its price has changed it is the same call.
      return call(placeCall, { params: { id: userId }, ...keys.requestOf(order, body) });
    },
    onSuccess: (placed) => {
      // Its own event may have been quicker.
      addNewest(queryKeys.calls(userId), placed);
      watchOutcome(placed.id);
      form.reset({ ...form.getValues(), destination: '' });
      forget();
      keys.renew();
    },
    onError: (error, { first }) => {
      keys.renewIfRefused(error);
      if (isPriceChanged(error)) showPricesAgain(userId);
      const objections = (error instanceof ApiError && error.problem?.errors) || [];
      const show = (prefix: string, field: keyof CallFormValues) => {
        const message = objections.find(({ path }) => path.startsWith(prefix))?.message;
        if (message) form.setError(field, { type: 'server', message });
      };
      if (first === 'mine') {
        show('destination', 'ownPhone');
        show('callerId', 'callerId');
      } else applyProblem(form, error);
      show('pbxFeatures.', first === 'mine' ? 'destination' : 'forwardingNumber');
      const say = error instanceof ApiError && error.status === 422 ? toastFault : toastFailure;
      say(t('voice.call.failedTitle'), messageOf(error, t('voice.call.failed')));
    },
  });
}
