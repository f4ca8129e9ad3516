import { useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import {
  CODE_MINUTES,
  proveNumber,
  speakNumberCode,
  textNumberCode,
} from '../../../../src/services/number-proofs/contract.ts';
import { call, messageOf, newIdempotencyKey } from '../../../lib/call.ts';
import { exampleNumber } from '../../../lib/example-number.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { TextDialog } from '../../../ui/text-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';
import { rereadSenders } from './reread-senders.ts';

interface ConfirmNumberProps {
  /** This number is to be confirmed; empty: it is typed here. */
  number: string;
  /** A code was sent there already. */
  isSent: boolean;
  calls: boolean;
  onClose: () => void;
}

/** Shows in two steps that a number is one's own: a code is sent there, and entered here. */
export function ConfirmNumber({ number, isSent, calls, onClose }: ConfirmNumberProps) {
  const { id } = useCurrentUser();
  const [sent, setSent] = useState(isSent ? number : '');
  return sent === '' ? (
    <SendCode given={number} calls={calls} onSent={setSent} onClose={onClose} />
  ) : (
    <TextDialog
      title={t('sms.senders.enterCode')}
      description={<WithNumbers>{t('sms.senders.enterCodeText', { number: sent, minutes: CODE_MINUTES })}</WithNumbers>}
      label={t('sms.senders.code')}
      submitLabel={t('sms.senders.confirm')}
      input={{ inputMode: 'numeric', autoComplete: 'one-time-code', dir: 'ltr', maxLength: 12 }}
      send={async (code) => {
        const proven = await call(proveNumber, { params: { id }, body: { number: sent, code } });
        rereadSenders(id);
        toast(t('sms.senders.proven', { number: proven.number }));
      }}
      failed={t('sms.senders.failed')}
      onClose={onClose}
    />
  );
}

interface SendCodeProps {
  /** The first text of the field. */
  given: string;
  calls: boolean;
  onSent: (number: string) => void;
  onClose: () => void;
}

function SendCode({ given, calls, onSent, onClose }: SendCodeProps) {
  const { id, country } = useCurrentUser();
  const [number, setNumber] = useState(given);
  const key = useRef(newIdempotencyKey());
  const send = useMutation({
    mutationFn: async (by: 'message' | 'call'): Promise<unknown> => {
      const input = { params: { id }, body: { number }, idempotencyKey: key.current };
      return by === 'message' ? call(textNumberCode, input) : call(speakNumberCode, input);
    },
    onSuccess: () => {
      rereadSenders(id);
      onSent(number);
    },
    onError: () => {
      key.current = newIdempotencyKey();
    },
  });
  return (
    <FormDialog
      onSubmit={() => send.mutate('message')}
      busy={send.isPending && send.variables === 'message'}
      disabled={number.trim() === '' || send.isPending}
      onClose={onClose}
      title={t('sms.senders.confirmNumber')}
      description={t('sms.senders.confirmText')}
      submitLabel={t('sms.senders.byMessage')}
    >
      <Field
        label={t('sms.senders.number')}
        hint={t('sms.senders.numberHint', { example: exampleNumber(country).whole })}
        error={send.error ? messageOf(send.error, t('sms.senders.failed')) : undefined}
      >
        <Input
          type="tel"
          autoComplete="tel"
          dir="ltr"
          value={number}
          maxLength={32}
          onChange={(event) => setNumber(event.target.value)}
        />
      </Field>
      {calls && (
        <Button
          type="button"
          variant="secondary"
          disabled={number.trim() === '' || send.isPending}
          busy={send.isPending && send.variables === 'call'}
          onClick={() => send.mutate('call')}
        >
          {t('sms.senders.byCall')}
        </Button>
      )}
    </FormDialog>
  );
}
