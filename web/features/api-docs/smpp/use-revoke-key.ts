import { useMutation } from '@tanstack/react-query';
import { revokeApiKey } from '../../../../src/callers/keys/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { toastFailure } from '../../../ui/toast.tsx';

/** Ends a system id, which is an API key. */
export function useRevokeKey(onEnded: () => void) {
  const { id } = useCurrentUser();
  return useMutation({
    mutationFn: (keyId: string) => call(revokeApiKey, { params: { id, keyId } }),
    onSuccess: onEnded,
    onError: (error) => toastFailure(t('settings.error'), messageOf(error, t('settings.apiKeys.failed'))),
  });
}
