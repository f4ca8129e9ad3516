import { type ChangeEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { uploadFile } from '../lib/upload-file.ts';
import { SmallButton } from './button.tsx';
import { Field, Input } from './field.tsx';
import { Failure } from './notice.tsx';
import { Progress } from './progress.tsx';

interface UploadFieldProps {
  label: string;
  hint: string;
  /** The texts while it is uploaded, after a failure, and on the button that takes the file away. */
  words: { sending: string; failed: string; remove: string };
  /** The file name endings for a file picker. */
  accept: string;
  /** Where the file is; null where there is none. */
  value: string | null;
  /** The server's objection to it. */
  error: string | undefined;
  /** Checks a file that was chosen: the file that is uploaded, or what is wrong with it in words. */
  check: (file: File) => Promise<File | string>;
  onChange: (path: string | null) => void;
  onBusy?: (busy: boolean) => void;
  /** Says of the file, which is a picture, what it is where it is shown; absent: it is shown elsewhere. */
  alt?: string;
}

/** The browser's own button in it looks like ours. */
const FILE =
  'ps-1 leading-8.5 file:me-3 file:rounded-md file:border file:border-line-strong file:bg-sunken file:px-2 file:py-1 file:text-sm file:leading-none file:font-medium file:text-ink';

/** Uploads a file as soon as it is chosen, and takes it away again. Where the file is shown, it takes the field's place. */
export function UploadField({ value, words, check, onChange, onBusy, accept, alt, ...field }: UploadFieldProps) {
  const [fault, setFault] = useState<string>();
  /** Percent of it that has left. */
  const [sent, setSent] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile({ file }, setSent, new AbortController().signal),
    onMutate: () => onBusy?.(true),
    onSuccess: onChange,
    onSettled: () => onBusy?.(false),
  });
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    upload.reset();
    const found = await check(file);
    const isFault = typeof found === 'string';
    setFault(isFault ? found : undefined);
    // Emptied, so that the same file can be chosen again once it is mended.
    if (isFault) target.value = '';
    else upload.mutate(found);
  };
  return (
    <>
      {(value === null || alt === undefined || field.error !== undefined) && (
        <Field label={field.label} hint={field.hint} error={fault ?? field.error}>
          <Input type="file" accept={accept} onChange={(event) => void choose(event)} className={FILE} />
        </Field>
      )}
      {upload.isPending && <Progress value={sent} label={words.sending} />}
      <Failure>{upload.error && words.failed}</Failure>
      {value && !upload.isPending && (
        <div className="flex items-end gap-3">
          {alt !== undefined && <img src={value} alt={alt} className="max-h-24 max-w-40 rounded-md" />}
          <SmallButton onClick={() => onChange(null)}>{words.remove}</SmallButton>
        </div>
      )}
    </>
  );
}
