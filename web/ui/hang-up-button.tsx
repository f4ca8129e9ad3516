import { useMutation } from '@tanstack/react-query';
import { AskFirst } from './ask-first.tsx';
import { PhoneOff } from './icons.tsx';
import { hangUpCall, type VoiceCall } from '../../src/services/voice/contract.ts';
import { call, messageOf } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { toastFailure } from './toast.tsx';

interface HangUpButtonProps {
  call: Pick<VoiceCall, 'id' | 'userId' | 'destination' | 'hangUpRequested'>;
  /** The question before it is hung up; without it, that one's own call ends. */
  question?: string;
  onHungUp: (changed: VoiceCall) => void;
}

/** Ends a call that is under way, after asking once. */
export function HangUpButton({
  call: { id, userId, destination, hangUpRequested },
  question = t('voice.hangUp.description', { destination }),
  onHungUp,
}: HangUpButtonProps) {
  const hangUp = useMutation({
    mutationFn: () => call(hangUpCall, { params: { id: userId, callId: id } }),
    onSuccess: onHungUp,
    onError: (error) => toastFailure(t('voice.hangUp.failedTitle'), messageOf(error, t('voice.hangUp.failed'))),
  });
  return (
    <AskFirst
      danger
      nameOf={t('voice.hangUp.label', { destination })}
      look={{ variant: 'danger', icon: PhoneOff, disabled: hangUpRequested }}
      title={t('voice.hangUp.title')}
      description={question}
      label={t(hangUpRequested ? 'voice.hangUp.requested' : 'voice.hangUp.button')}
      confirmLabel={t('voice.hangUp.confirm')}
      action={hangUp}
    />
  );
}
