import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { t } from '../../lib/i18n.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Only } from '../../ui/only.tsx';
import { toast } from '../../ui/toast.tsx';

interface AnnouncedProps extends Pick<ComponentProps<typeof Only>, 'may'> {
  /** What is announced, and when it holds. */
  text: string;
  /** What has these prices. */
  name: string;
  /** Which prices stay if it is taken back, and which will not apply. */
  outcome: string;
  cancel: () => Promise<unknown>;
  onCancelled: () => Promise<unknown>;
}

/** Prices that are announced, and a way to take them back after a question. */
export function Announced({ text, name, outcome, may, cancel, onCancelled }: AnnouncedProps) {
  const action = useMutation({
    mutationFn: cancel,
    onSuccess: () => {
      toast(t('rates.use.cancelled'), name);
      return onCancelled();
    },
  });
  return (
    <Notice tone="warning">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>{text}</p>
        <Only may={may}>
          <AskFirst
            label={t('rates.use.cancel')}
            title={t('rates.use.cancelTitle', { name })}
            keepLabel={t('sms.cancel.keep')}
            action={action}
            failed={t('rates.failed')}
          >
            <p>{outcome}</p>
          </AskFirst>
        </Only>
      </div>
    </Notice>
  );
}
