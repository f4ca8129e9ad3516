import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Plus } from '../../../ui/icons.tsx';
import { removeProof } from '../../../../src/services/number-proofs/contract.ts';
import type { SenderNumber } from '../../../../src/services/senders/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { Badge, formatTime } from '../../../ui/values.tsx';
import { toastFailure } from '../../../ui/toast.tsx';
import { ConfirmNumber } from './confirm-number.tsx';
import { rereadSenders } from './reread-senders.ts';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

interface OwnNumbersProps {
  numbers: readonly SenderNumber[];
  /** A code can be read out by a call. */
  calls: boolean;
}

/** The number whose code was sent, or will be sent; empty: a number that will be typed. */
interface Confirming {
  number: string;
  isSent: boolean;
}

const TONES = {
  bought: 'success',
  proven: 'success',
  ending: 'warning',
  ended: 'danger',
  code_sent: 'warning',
} as const;

/** The numbers that may be sender and caller ID, and how one is confirmed. */
export function OwnNumbers({ numbers, calls }: OwnNumbersProps) {
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  return (
    <section className="border-t border-line px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{t('sms.senders.numbers')}</h3>
        <SmallButton may="proveNumber" icon={Plus} onClick={() => setConfirming({ number: '', isSent: false })}>
          {t('sms.senders.confirmNumber')}
        </SmallButton>
      </div>
      <p className="text-sm text-muted">{t('sms.senders.numbersText')}</p>
      {numbers.length > 0 && (
        <ul aria-label={t('sms.senders.numbers')} className="mt-2 flex flex-col gap-2">
          {numbers.map((each) => (
            <OwnNumber
              key={each.proofId ?? each.number}
              own={each}
              onConfirm={() => setConfirming({ number: each.number, isSent: each.state === 'code_sent' })}
            />
          ))}
        </ul>
      )}
      {confirming !== null && <ConfirmNumber {...confirming} calls={calls} onClose={() => setConfirming(null)} />}
    </section>
  );
}

function OwnNumber({ own, onConfirm }: { own: SenderNumber; onConfirm: () => void }) {
  const { id } = useCurrentUser();
  const { number, state, proofId, expiresAt } = own;
  const remove = useMutation({
    mutationFn: (proof: string) => call(removeProof, { params: { id, proofId: proof } }),
    onSuccess: () => rereadSenders(id),
    onError: (error) => toastFailure(t('sms.senders.failedTitle'), messageOf(error, t('sms.senders.failed'))),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span>
        <WithNumbers>{number}</WithNumbers>{' '}
        <Badge tone={TONES[state]}>
          {t(`sms.senders.state.${state}`, { day: expiresAt === null ? '' : formatTime(expiresAt, 'day') })}
        </Badge>
      </span>
      <span className="flex gap-2">
        {state === 'code_sent' && (
          <Button may="proveNumber" size="sm" onClick={onConfirm}>
            {t('sms.senders.enterCode')}
          </Button>
        )}
        {(state === 'ending' || state === 'ended') && (
          <Button
            may="proveNumber"
            size="sm"
            aria-label={t('sms.senders.confirmAgainOf', { name: number })}
            onClick={onConfirm}
          >
            {t('sms.senders.confirmAgain')}
          </Button>
        )}
        {proofId && (
          <SmallButton
            aria-label={t('sms.senders.removeOf', { name: number })}
            busy={remove.isPending}
            onClick={() => remove.mutate(proofId)}
          >
            {t('sms.senders.remove')}
          </SmallButton>
        )}
      </span>
    </li>
  );
}
