import { useId, useRef, type ChangeEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Upload, X } from '../../../ui/icons.tsx';
import { MAX_RECEIPT_BYTES, MAX_SOUND_SECONDS, SOUND_TYPES } from '../../../../src/edge/uploads/contract.ts';
import { messageOf } from '../../../lib/call.ts';
import { formatSize } from '../../../lib/format-size.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import { Button, IconButton } from '../../../ui/button.tsx';

const ACCEPTED = Object.entries(SOUND_TYPES).flat().join(',');

interface RecordingFieldProps {
  /** Where the recording is; null where there is none. */
  path: string | null;
  /** The words that must be on it; null for none. */
  hint: string | null;
  /** The server's objection to it. */
  error?: string;
  onChange: (path: string | null) => void;
  onBusy: (busy: boolean) => void;
}

/** Uploads a recording as soon as it is chosen, plays it, and takes it away again. */
export function RecordingField({ path, hint, error, onChange, onBusy }: RecordingFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const upload = useMutation({
    mutationFn: (file: File) => send(file),
    onMutate: () => onBusy(true),
    onSuccess: onChange,
    onSettled: () => onBusy(false),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) upload.mutate(file);
    // Emptied, so that the same file can be chosen again once it is mended.
    target.value = '';
  };
  const fault = upload.error ? messageOf(upload.error, t('numbers.calls.recordingFailed')) : error;
  const label = t(path === null ? 'numbers.calls.recording' : 'numbers.calls.recordingReplace');
  return (
    <div className="flex flex-col gap-1.5">
      {path !== null && <Player path={path} onRemove={() => onChange(null)} />}
      <input
        ref={picker}
        type="file"
        accept={ACCEPTED}
        tabIndex={-1}
        aria-label={label}
        className="sr-only"
        onChange={choose}
      />
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        busy={upload.isPending}
        icon={Upload}
        aria-describedby={hintId}
        onClick={() => picker.current?.click()}
      >
        {label}
      </Button>
      <p id={hintId} className="text-sm text-muted">
        {t('numbers.calls.recordingHint', {
          size: formatSize(MAX_RECEIPT_BYTES),
          seconds: formatNumber(MAX_SOUND_SECONDS),
        })}
        {hint && ` ${hint}`}
      </p>
      {fault && (
        <p role="alert" className="text-sm text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}

const send = (file: File): Promise<string> =>
  uploadFile({ file, kind: 'sound' }, () => {}, new AbortController().signal);

const Player = ({ path, onRemove }: { path: string; onRemove: () => void }) => (
  <div className="flex items-center gap-2">
    {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- Its owner knows what it says. */}
    <audio
      controls
      preload="none"
      src={path}
      aria-label={t('numbers.calls.recordingPlay')}
      className="h-10 min-w-0 flex-1"
    />
    <IconButton label={t('numbers.calls.recordingRemove')} icon={X} onClick={onRemove} />
  </div>
);
