import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from '../../../ui/icons.tsx';
import { resendSms, type SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { call, messageOf, newIdempotencyKey } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useRates } from '../../../lib/use-rates.ts';
import { estimatePrice } from '../../../lib/sms-price.ts';

/** The price of a part of the message, in pounds. */
const perPart = ({ cost, parts, recipientCount }: SmsMessage): string =>
  (Number(cost) / (parts * recipientCount)).toFixed(4);

/** Sends a message again to those it did not reach, after saying what that costs. */
export function ResendFailed({ message }: { message: SmsMessage }) {
  const { id: messageId, userId: id } = message;
  const queryClient = useQueryClient();
  const [idempotencyKey, setIdempotencyKey] = useState<string | null>(null);
  const rates = useRates(id);
  // If the price depends on the destination, the first charge is the best estimate.
  const rate = rates?.sms ?? perPart(message);
  const price = estimatePrice(message.parts * message.counts.failed, rate);
  const close = () => setIdempotencyKey(null);
  const resend = useMutation({
    mutationFn: (key: string) => call(resendSms, { params: { id, messageId }, idempotencyKey: key }),
    onSuccess: () => {
      close();
      void queryClient.invalidateQueries({ queryKey: queryKeys.sms(id) });
      toast({ title: t('sms.resend.done') });
    },
  });
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<RotateCcw aria-hidden className="size-4" />}
        onClick={() => setIdempotencyKey(newIdempotencyKey())}
      >
        {t('sms.resend.open', { count: message.counts.failed })}
      </Button>
      <ConfirmDialog
        open={idempotencyKey !== null}
        onClose={close}
        title={t('sms.resend.title')}
        description={t('sms.resend.text', { count: message.counts.failed, price: formatPounds(price) })}
        confirmLabel={t('sms.resend.confirm')}
        busy={resend.isPending}
        onConfirm={() => idempotencyKey && resend.mutate(idempotencyKey)}
      >
        {resend.error && (
          <Notice tone="danger" alert>
            {messageOf(resend.error, t('sms.resend.failed'))}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}
