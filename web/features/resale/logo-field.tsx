import { type ChangeEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { t, type TextKey } from '../../lib/i18n.ts';
import { uploadFile } from '../../lib/upload-file.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { logoFault } from './logo-fault.ts';
import { formatSize } from '../../lib/format-size.ts';
import { MAX_RECEIPT_BYTES } from '../../../src/edge/uploads/contract.ts';

interface LogoFieldProps {
  /** Where the logo is; null where there is none. */
  logoUrl: string | null;
  /** What the server has against it. */
  error: string | undefined;
  onChange: (logoUrl: string | null) => void;
  onBusy: (busy: boolean) => void;
}

/** Uploads a logo as soon as it is chosen, and takes it away again. */
export function LogoField({ logoUrl, error, onChange, onBusy }: LogoFieldProps) {
  const [fault, setFault] = useState<TextKey | null>(null);
  /** Percent of it that has left. */
  const [sent, setSent] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile({ file }, setSent, new AbortController().signal),
    onMutate: () => onBusy(true),
    onSuccess: onChange,
    onSettled: () => onBusy(false),
  });
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    upload.reset();
    const found = await logoFault(file);
    setFault(found);
    // Emptied, so that the same file can be chosen again once it is mended.
    if (found) target.value = '';
    else upload.mutate(file);
  };
  return (
    <>
      <Field
        label={t('brand.logo')}
        error={fault ? t(fault, { size: formatSize(MAX_RECEIPT_BYTES) }) : error}
        hint={t('brand.logoHint', { size: formatSize(MAX_RECEIPT_BYTES) })}
      >
        <Input
          type="file"
          accept=".png,.jpg,.jpeg,.gif,.webp"
          onChange={(event) => void choose(event)}
          className="py-1.5"
        />
      </Field>
      {upload.isPending && <Progress value={sent} label={t('brand.logoSending')} />}
      {upload.error && (
        <Notice tone="danger" alert>
          {t('brand.logoFailed')}
        </Notice>
      )}
      {logoUrl && !upload.isPending && (
        <div>
          <Button variant="secondary" size="sm" onClick={() => onChange(null)}>
            {t('brand.logoRemove')}
          </Button>
        </div>
      )}
    </>
  );
}
