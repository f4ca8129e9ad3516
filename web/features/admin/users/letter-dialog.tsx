import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { previewLetter, writeLetter } from '../../../../src/admin/contract.ts';
import type { BodyOf } from '../../../../src/platform/kit/endpoint.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Refusal, waitsForSecond } from '../../../ui/refusal.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Letters } from '../agree-to-prices.tsx';
import type { UserFilters } from './user-filters.ts';

interface LetterDialogProps {
  /** Those of the list: who it shows gets the letter. */
  filters: UserFilters;
  onClose: () => void;
}

/** Asks for a letter to all accounts in the list, shows it and how many get it, and writes it. */
export function LetterDialog({ filters, onClose }: LetterDialogProps) {
  const [typed, setTyped] = useState({ subject: '', text: '' });
  const keys = useIdempotencyKey();
  const preview = useMutation({
    mutationFn: (body: BodyOf<typeof writeLetter>) => call(previewLetter, { body }),
  });
  const send = useMutation({
    mutationFn: (body: BodyOf<typeof writeLetter>) => call(writeLetter, { body, idempotencyKey: keys.keyOf(body) }),
    onSuccess: ({ accounts }) => {
      toast(t('admin.letter.written', { count: accounts }));
      onClose();
    },
  });
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    required: true,
    onChange: ({ target }: { target: { value: string } }) => {
      preview.reset();
      send.reset();
      setTyped({ ...typed, [name]: target.value });
    },
  });
  const seen = preview.data;
  const waits = waitsForSecond(send.error);
  const error = send.error ?? preview.error;
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  return (
    <FormDialog
      wide
      title={t('admin.letter.title')}
      description={t('admin.letter.text')}
      submitLabel={seen ? t('admin.letter.send', { count: seen.accounts }) : t('admin.letter.look')}
      busy={preview.isPending || send.isPending}
      disabled={waits}
      waits={waits}
      onClose={onClose}
      onSubmit={() => (seen ? send : preview).mutate({ ...given, ...typed })}
    >
      <Field label={t('admin.letter.subject')}>
        <Input {...field('subject')} maxLength={150} data-autofocus />
      </Field>
      <Field label={t('admin.letter.body')} hint={t('admin.letter.bodyHint')}>
        <Textarea {...field('text')} rows={8} maxLength={2000} />
      </Field>
      {seen && (
        <div className="flex flex-col gap-3" aria-live="polite">
          <p>{t('admin.approvalRequest.told', { count: seen.accounts })}</p>
          <Letters letters={seen.letters} />
        </div>
      )}
      {error && <Refusal error={error} fallback={t('admin.letter.failed')} />}
    </FormDialog>
  );
}
