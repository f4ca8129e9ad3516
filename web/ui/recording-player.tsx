import { useMutation } from '@tanstack/react-query';
import { AskFirst } from './ask-first.tsx';
import { Download, Trash2 } from './icons.tsx';
import { type CallRecording, deleteRecording, getRecording } from '../../src/services/voice/contract.ts';
import { call as callApi, messageOf } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { buttonClass, IconButton } from './button.tsx';
import { toast, toastFailure } from './toast.tsx';
import { Tooltip } from './tooltip.tsx';

interface RecordingPlayerProps {
  call: { id: string; userId: string };
  recording: CallRecording;
  /** The name of the recording, for screen readers. */
  label: string;
  onDeleted: (recordingId: string) => void;
}

/** A recording to listen to, to keep or to delete. */
export function RecordingPlayer({ call, recording, label, onDeleted }: RecordingPlayerProps) {
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
      <audio controls preload="none" src={address} aria-label={label} className="h-10 min-w-0 flex-1 basis-36" />
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
      <DeleteRecording call={call} recording={recording} onDeleted={onDeleted} />
    </div>
  );
}

function DeleteRecording({ call, recording, onDeleted }: Omit<RecordingPlayerProps, 'label'>) {
  const remove = useMutation({
    mutationFn: () =>
      callApi(deleteRecording, { params: { id: call.userId, callId: call.id, recordingId: recording.id } }),
    onSuccess: () => {
      onDeleted(recording.id);
      toast(t('voice.recording.deleted'));
    },
    onError: (error) =>
      toastFailure(t('voice.recording.deleteFailed'), messageOf(error, t('voice.recording.deleteFailedHint'))),
  });
  return (
    <AskFirst
      danger
      button={(ask) => <IconButton label={t('voice.recording.delete')} icon={Trash2} onClick={ask} />}
      title={t('voice.recording.deleteTitle')}
      description={t('voice.recording.deleteDescription')}
      label={t('voice.recording.deleteConfirm')}
      action={remove}
    />
  );
}
