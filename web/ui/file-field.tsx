import { useRef, useState } from 'react';
import { FileText, Upload, X } from './icons.tsx';
import { MAX_RECEIPT_BYTES, RECEIPT_TYPES } from '../../src/edge/uploads/contract.ts';
import { failureText } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { uploadFile } from '../lib/upload-file.ts';
import { Button, IconButton } from './button.tsx';
import { Progress } from './progress.tsx';
import { formatSize } from '../lib/format-size.ts';
import { useDrop } from './use-drop.ts';
import { toast, toastFailure, toastFault } from './toast.tsx';

/** An uploaded file: its path on the server, and its name on this device. */
export interface UploadedFile {
  objectPath: string;
  fileName: string;
}

interface FileFieldProps {
  label: string;
  file: UploadedFile | null;
  onChange: (file: UploadedFile | null) => void;
  /** True while a file is uploaded, so that the form is not submitted without it. */
  onUploading: (uploading: boolean) => void;
  /** The fault of the file. */
  error?: string;
}

const ACCEPTED = Object.entries(RECEIPT_TYPES).flat().join(',');

/** Takes one file, by drag and drop or from the file picker, and uploads it at once. */
export function FileField({ label, file, onChange, onUploading, error }: FileFieldProps) {
  const { upload, refused, take } = useFileUpload(onChange, onUploading);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col gap-1.5" data-invalid={error ? true : undefined}>
      <p className="text-sm font-medium">{label}</p>
      <input
        ref={picker}
        type="file"
        accept={ACCEPTED}
        tabIndex={-1}
        aria-label={label}
        className="sr-only"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          // Choosing the same file again must fire a change event again.
          event.target.value = '';
        }}
      />
      {upload ? (
        <div className="flex items-center gap-3 rounded-md border border-line p-3">
          <div className="min-w-0 flex-1">
            <p className="mb-2 truncate text-sm">{upload.fileName}</p>
            <Progress label={t('billing.receipt.uploading')} value={upload.percent} />
          </div>
          <IconButton label={t('billing.receipt.cancel')} icon={X} onClick={() => upload.abort.abort()} />
        </div>
      ) : file ? (
        <div className="flex items-center gap-3 rounded-md border border-line p-3">
          <FileText aria-hidden className="size-5 shrink-0 text-muted" />
          <p className="min-w-0 flex-1 truncate text-sm">{file.fileName}</p>
          <Button variant="ghost" size="sm" onClick={() => picker.current?.click()}>
            {t('billing.receipt.replace')}
          </Button>
          <IconButton label={t('billing.receipt.remove')} icon={X} onClick={() => onChange(null)} />
        </div>
      ) : (
        <DropZone onFile={(file) => void take(file)} onPick={() => picker.current?.click()} />
      )}
      {(error || refused) && (
        <p role="alert" className="text-sm text-danger">
          {error ?? t('billing.receipt.wrongType')}
        </p>
      )}
    </div>
  );
}

function DropZone({ onFile, onPick }: { onFile: (file: File | undefined) => void; onPick: () => void }) {
  const { over, area } = useDrop(({ files }) => onFile(files[0]));
  return (
    <button
      type="button"
      onClick={onPick}
      {...area}
      className={`flex items-center gap-3 rounded-md border border-dashed px-3 py-3 text-start transition-colors hover:bg-sunken ${over ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
    >
      <Upload aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="block font-medium">{t('billing.receipt.choose')}</span>
        <span className="block text-sm text-muted">
          {t('billing.receipt.hint', { size: formatSize(MAX_RECEIPT_BYTES) })}
        </span>
      </span>
    </button>
  );
}

const isAccepted = (file: File): boolean =>
  file.type in RECEIPT_TYPES || Object.values(RECEIPT_TYPES).some((ending) => file.name.toLowerCase().endsWith(ending));

/**
 * Uploads a file as soon as it is given, and says how it went.
 * @returns `upload`: the file on its way; `refused`: whether the last file was of a type that is not taken
 */
function useFileUpload(onUploaded: FileFieldProps['onChange'], onUploading: FileFieldProps['onUploading']) {
  const [upload, setUpload] = useState<{ fileName: string; percent: number; abort: AbortController }>();
  const [refused, setRefused] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setRefused(false);
    if (file.size > MAX_RECEIPT_BYTES) {
      toastFault(
        t('billing.receipt.tooLargeTitle'),
        t('billing.receipt.tooLarge', { size: formatSize(MAX_RECEIPT_BYTES, 'narrow') }),
      );
      return;
    }
    if (!isAccepted(file)) {
      sayFailed();
      setRefused(true);
      return;
    }
    const abort = new AbortController();
    const state = { fileName: file.name, abort };
    setUpload({ ...state, percent: 0 });
    onUploading(true);
    try {
      const objectPath = await uploadFile({ file }, (percent) => setUpload({ ...state, percent }), abort.signal);
      onUploaded({ objectPath, fileName: file.name });
      toast(t('billing.receipt.uploaded'));
    } catch (failure) {
      if (abort.signal.aborted) return;
      console.warn(failure);
      sayFailed(failure);
    } finally {
      setUpload(undefined);
      onUploading(false);
    }
  };
  return { upload, refused, take };
}

const sayFailed = (failure?: unknown) =>
  toastFailure(t('billing.receipt.failedTitle'), failureText(failure, t('billing.receipt.failed')));
