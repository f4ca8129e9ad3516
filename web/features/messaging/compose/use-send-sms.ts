import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInputOf } from '../../../../src/platform/kit/endpoint.ts';
import { sendSms, type SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { isPriceChanged, showPricesAgain } from '../../../lib/price-changed.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { addNewest } from '../../../lib/list-cache.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';

interface Outcome {
  onSent: (sent: SmsMessage) => void;
  onRefused: (error: unknown) => void;
}

/** Sends a message and shows the result. A repeated attempt is the same message, until one has been sent. */
export function useSendSms(userId: string, { onSent, onRefused }: Outcome) {
  const queryClient = useQueryClient();
  const keys = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof sendSms>) => {
      // If it is sent again after its price has changed, it is still the same message.
      const { price: _shown, ...message } = body;
      return call(sendSms, { params: { id: userId }, body, idempotencyKey: keys.keyOf(message) });
    },
    onSuccess: (sent) => {
      addNewest(queryKeys.sms(userId), sent);
      if (sent.sendAt) void queryClient.invalidateQueries({ queryKey: queryKeys.scheduledSms(userId) });
      keys.renew();
      onSent(sent);
      toast({
        title: t(sent.sendAt ? 'sms.schedule.done' : 'sms.compose.sent'),
        description: t('sms.compose.sentHint', {
          id: sent.messageDetails.recipients[0]?.messageId ?? sent.id,
        }),
      });
    },
    onError: (error) => {
      onRefused(error);
      if (isPriceChanged(error)) showPricesAgain(userId);
      toast({
        title: t('sms.compose.failedTitle'),
        description: messageOf(error, t('sms.compose.failed')),
        variant: 'destructive',
      });
    },
  });
}
