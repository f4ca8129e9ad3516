import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { t } from '../lib/i18n.ts';
import { AskFirst } from './ask-first.tsx';
import { Notice } from './notice.tsx';
import { Here, Only } from './only.tsx';
import { toast } from './toast.tsx';

interface AnnouncedProps {
  /** What an administrator, or else a person in the account, needs to take it back. */
  may: ComponentProps<typeof Only>['may'] | string;
  /** What is announced, and when it holds. */
  text: string;
  /** What has these prices. */
  name: string;
  /** Which prices stay if it is taken back, and which will not apply. */
  outcome: string;
  cancel: () => Promise<unknown>;
  onCancelled?: () => Promise<unknown>;
}

/** Prices that are announced, and a way to take them back after a question. */
export function Announced({ text, name, outcome, may, cancel, onCancelled }: AnnouncedProps) {
  const action = useMutation({
    mutationFn: cancel,
    onSuccess: () => {
      toast(t('rates.use.cancelled'), name);
      return onCancelled?.();
    },
  });
  const question = (
    <AskFirst
      label={t('rates.use.cancel')}
      title={t('rates.use.cancelTitle', { name })}
      keepLabel={t('sms.cancel.keep')}
      action={action}
      failed={t('rates.failed')}
    >
      <p>{outcome}</p>
    </AskFirst>
  );
  return (
    <Notice tone="warning">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>{text}</p>
        {typeof may === 'string' ? <Here may={may}>{question}</Here> : <Only may={may}>{question}</Only>}
      </div>
    </Notice>
  );
}
