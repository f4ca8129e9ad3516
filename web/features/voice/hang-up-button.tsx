import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { PhoneOff } from 'lucide-react';
import { hangUpCall, type VoiceCall } from '../../../src/services/voice/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { callCache } from './call-cache.ts';

/** Ends a call that is under way, after asking once. */
export function HangUpButton({ call: { id, userId, destination, hangUpRequested } }: { call: VoiceCall }) {
  const [asking, setAsking] = useState(false);
  const { change } = callCache(userId);
  const hangUp = useMutation({
    mutationFn: () => call(hangUpCall, { params: { id: userId, callId: id } }),
    // Its end may have been told before this answer came.
    onSuccess: (changed) => change(id, (shown) => (shown.endedAt ? shown : changed)),
    onError: (error) =>
      toast({
        title: t('voice.hangUp.failedTitle'),
        description: messageOf(error, t('voice.hangUp.failed')),
        variant: 'destructive',
      }),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button
        variant="danger"
        size="sm"
        icon={<PhoneOff aria-hidden className="size-4" />}
        disabled={hangUpRequested}
        aria-label={t('voice.hangUp.label', { destination })}
        onClick={() => setAsking(true)}
      >
        {t(hangUpRequested ? 'voice.hangUp.requested' : 'voice.hangUp.button')}
      </Button>
      <ConfirmDialog
        danger
        open={asking}
        onClose={() => setAsking(false)}
        title={t('voice.hangUp.title')}
        description={t('voice.hangUp.description', { destination })}
        confirmLabel={t('voice.hangUp.confirm')}
        busy={hangUp.isPending}
        onConfirm={() => hangUp.mutate()}
      />
    </>
  );
}
