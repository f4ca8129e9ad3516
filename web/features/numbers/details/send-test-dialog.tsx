import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { sendSms } from '../../../../src/services/messaging/contract.ts';
import type { DidNumber } from '../../../../src/services/numbers/contract.ts';
import { listSenders } from '../../../../src/services/senders/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { Link } from '../../../lib/router.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { useRead } from '../../../lib/reads.ts';
import { useSmsPrice } from '../../../lib/use-sms-price.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Options, Select } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { formatPounds } from '../../../ui/values.tsx';
import { closeAndSay } from '../../../ui/close-and-say.ts';

interface SendTestDialogProps {
  number: DidNumber;
  onClose: () => void;
}

/** Sends a message from a number to a number that its owner has confirmed to be theirs. */
export function SendTestDialog({ number, onClose }: SendTestDialogProps) {
  const { data } = useRead(listSenders, { id: number.userId });
  if (!data) return null;
  const own = data.numbers.filter(({ state }) => state === 'proven' || state === 'ending');
  const numbers = own.map((each) => each.number);
  return numbers.length === 0 ? <NoOwnNumber onClose={onClose} /> : <SendTest {...{ number, numbers, onClose }} />;
}

const NoOwnNumber = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    title={t('numbers.page.testSend')}
    description={t('numbers.page.sendNone')}
    footer={
      <Button variant="secondary" onClick={onClose}>
        {t('ui.close')}
      </Button>
    }
  >
    <Link to="/dashboard" search={{ section: 'sms' }} className="font-medium text-accent underline">
      {t('numbers.page.confirmNumber')}
    </Link>
  </Dialog>
);

function SendTest({ number, numbers, onClose }: SendTestDialogProps & { numbers: string[] }) {
  const [to, setTo] = useState(numbers[0] ?? '');
  const keys = useIdempotencyKey();
  const message = t('numbers.page.sendText', { number: number.number });
  const { price } = useSmsPrice(useCurrentUser(), { message, numbers: [to], personal: null });
  const send = useMutation({
    mutationFn: () => {
      const body = { senderId: number.number, recipients: [to], message };
      return call(sendSms, { params: { id: number.userId }, body, idempotencyKey: keys.keyOf(body) });
    },
    onSuccess: closeAndSay(onClose, () => [t('numbers.page.sent'), to]),
  });
  return (
    <FormDialog
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
      busy={send.isPending}
      failure={send.error && messageOf(send.error, t('numbers.page.sendFailed'))}
      onClose={onClose}
      title={t('numbers.page.testSend')}
      description={t('numbers.page.sendPrice', { price: formatPounds(price) })}
      submitLabel={t('numbers.page.send')}
    >
      <Field label={t('numbers.page.sendTo')}>
        <Select value={to} onChange={({ target }) => setTo(target.value)} data-autofocus>
          <Options of={numbers} />
        </Select>
      </Field>
      <blockquote className="border-s-2 border-line ps-3 text-sm break-words">{message}</blockquote>
    </FormDialog>
  );
}
