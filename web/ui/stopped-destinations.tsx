import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Limits, resumeCode } from '../../src/accounts/limits/contract.ts';
import { callingCode } from '../../src/platform/kit/calling-code.ts';
import { call, messageOf } from '../lib/call.ts';
import { callingCodeName } from '../lib/calling-codes.ts';
import { t } from '../lib/i18n.ts';
import { queryKeys } from '../lib/reads.ts';
import { SmallButton } from './button.tsx';
import { Notice } from './notice.tsx';
import { toast, toastFailure } from './toast.tsx';

/** The beginnings of numbers that were stopped after a sudden rise, with a button to reopen each. */
export function StoppedDestinations({ userId, limits }: { userId: string; limits: Limits }) {
  const queryClient = useQueryClient();
  const resume = useMutation({
    mutationFn: (code: string) => call(resumeCode, { params: { id: userId }, body: { code } }),
    onSuccess: (saved, code) => {
      queryClient.setQueryData(queryKeys.limits(userId), saved);
      toast(t('limits.resumed', { code: nameOf(code) }));
    },
    onError: (error) => toastFailure(t('settings.error'), messageOf(error, t('limits.resumeFailed'))),
  });
  return limits.stoppedCodes.map((code) => (
    <Notice key={code} tone="warning">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span>{t('limits.stopped', { code: nameOf(code) })}</span>
        <SmallButton busy={resume.isPending && resume.variables === code} onClick={() => resume.mutate(code)}>
          {t('limits.resume')}
        </SmallButton>
      </span>
    </Notice>
  ));
}

const nameOf = (code: string): string => `${callingCodeName(callingCode(code))} (${code})`;
