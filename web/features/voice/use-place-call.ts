import { useMutation } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { placeCall } from '../../../src/services/voice/contract.ts';
import { ApiError, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { isPriceChanged, showPricesAgain } from '../../lib/price-changed.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { applyProblem } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { callCache } from './call-cache.ts';
import { type CallFormValues, toOrder } from './call-form-schema.ts';
import { numbersOf, shownRate } from './shown-rate.ts';
import { useOutcomeToast } from './use-outcome-toast.ts';

/** Places the call of a form; once it is placed the form keeps all but the destination. */
export function usePlaceCall(
  { id: userId, phone: profileNumber }: { id: string; phone: string | null },
  form: UseFormReturn<CallFormValues, unknown, CallFormValues>,
  forget: () => void,
) {
  const { add } = callCache(userId);
  const watchOutcome = useOutcomeToast(userId);
  const keys = useIdempotencyKey();
  return useMutation({
    mutationFn: (values: CallFormValues) => {
      const order = toOrder(values);
      const body = { ...order, ratePerMinute: shownRate(userId, numbersOf(values, profileNumber)) };
      // Tried again after its price has changed it is the same call.
      return call(placeCall, { params: { id: userId }, body, idempotencyKey: keys.keyOf(order) });
    },
    onSuccess: (placed) => {
      add(placed);
      watchOutcome(placed.id);
      form.reset({ ...form.getValues(), destination: '' });
      forget();
      keys.renew();
    },
    onError: (error, { ringFirst }) => {
      if (isPriceChanged(error)) showPricesAgain(userId);
      const forwarding = fieldMessage(error, 'pbxFeatures.');
      if (ringFirst) {
        const mine = fieldMessage(error, 'destination');
        const callerId = fieldMessage(error, 'callerId');
        if (mine) form.setError('ownPhone', { type: 'server', message: mine });
        if (callerId) form.setError('callerId', { type: 'server', message: callerId });
        if (forwarding) form.setError('destination', { type: 'server', message: forwarding });
      } else {
        applyProblem(form, error);
        if (forwarding) form.setError('forwardingNumber', { type: 'server', message: forwarding });
      }
      toast({
        title: t('voice.call.failedTitle'),
        description: messageOf(error, t('voice.call.failed')),
        variant: 'destructive',
      });
    },
  });
}

/** The server's objection to the first field whose path begins so. */
function fieldMessage(error: unknown, prefix: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.problem?.errors?.find(({ path }) => path.startsWith(prefix))?.message;
}
