import { useState } from 'react';
import { MAX_RECEIPT_BYTES, RECEIPT_TYPES } from '../../src/edge/uploads/contract.ts';
import { failureText } from '../lib/call.ts';
import { formatSize } from '../lib/format-size.ts';
import { t } from '../lib/i18n.ts';
import { uploadFile } from '../lib/upload-file.ts';
import { toast, toastFailure, toastFault } from './toast.tsx';

/** An uploaded file: its path on the server, and its name on this device. */
export interface UploadedFile {
  objectPath: string;
  fileName: string;
}

interface FileUpload {
  onUploaded: (file: UploadedFile) => void;
  /** True while a file is uploaded, so that the form is not submitted without it. */
  onUploading: (uploading: boolean) => void;
}

const isAccepted = (file: File): boolean =>
  file.type in RECEIPT_TYPES || Object.values(RECEIPT_TYPES).some((ending) => file.name.toLowerCase().endsWith(ending));

/**
 * Uploads a file as soon as it is given, and says how it went.
 * @returns `upload`: the file on its way; `refused`: whether the last file was of a type that is not taken
 */
export function useFileUpload({ onUploaded, onUploading }: FileUpload) {
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
