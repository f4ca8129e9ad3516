import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import {
  type CallRecording,
  deleteRecording,
  getRecording,
  type VoiceCall,
} from '../../../src/services/voice/contract.ts';
import { call as callApi, messageOf } from '../../lib/call.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { t } from '../../lib/i18n.ts';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { callCache } from './call-cache.ts';

interface RecordingPlayerProps {
  call: VoiceCall;
  recording: CallRecording;
}

/** A recording to listen to, to keep or to delete. */
export function RecordingPlayer({ call, recording }: RecordingPlayerProps) {
  if (recording.status !== 'ready') {
    return <p className="text-sm text-muted">{t(`voice.recording.${recording.status}`)}</p>;
  }
  const address = getRecording.path
    .replace(':id', call.userId)
    .replace(':callId', call.id)
    .replace(':recordingId', recording.id);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- Nobody has written down what was said. */}
      <audio
        controls
        preload="none"
        src={address}
        aria-label={t('voice.recording.label', { destination: call.destination })}
        className="h-10 min-w-0 flex-1 basis-36"
      />
      <Tooltip text={t('voice.recording.download')}>
        <a
          href={`${address}?download=1`}
          download
          aria-label={t('voice.recording.download')}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          <Download aria-hidden className="size-4" />
        </a>
      </Tooltip>
      <DeleteRecording call={call} recording={recording} />
    </div>
  );
}

function DeleteRecording({ call, recording }: RecordingPlayerProps) {
  const [asking, setAsking] = useState(false);
  const { change } = callCache(call.userId);
  const remove = useMutation({
    mutationFn: () =>
      callApi(deleteRecording, {
        params: { id: call.userId, callId: call.id, recordingId: recording.id },
      }),
    onSuccess: () => {
      change(call.id, (row) => ({
        ...row,
        recordings: row.recordings.filter(({ id }) => id !== recording.id),
      }));
      toast({ title: t('voice.recording.deleted') });
    },
    onError: (error) =>
      toast({
        title: t('voice.recording.deleteFailed'),
        description: messageOf(error, t('voice.recording.deleteFailedHint')),
        variant: 'destructive',
      }),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <IconButton
        label={t('voice.recording.delete')}
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        danger
        open={asking}
        onClose={() => setAsking(false)}
        title={t('voice.recording.deleteTitle')}
        description={t('voice.recording.deleteDescription')}
        confirmLabel={t('voice.recording.deleteConfirm')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}
