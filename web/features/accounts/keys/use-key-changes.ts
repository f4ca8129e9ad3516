import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiKey, revokeApiKey, rotateNamedApiKey } from '../../../../src/callers/keys/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useCurrentUser, useSession } from '../../../state/session.ts';
import { toast } from '../../../ui/toast.tsx';

export interface KeyChange {
  what: 'rotate' | 'revoke';
  key: ApiKey;
}

/**
 * Replaces or ends API keys. After either, and after a key was made, `changed` reads again what the screen shows.
 * @param onChanged with the whole new key, or null where there is none
 */
export function useKeyChanges(onChanged: (key: string | null) => void) {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  const refresh = useSession((session) => session.refresh);
  const changed = (key: string | null) => {
    onChanged(key);
    void queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys(id) });
    // The first key's mask stands with the account.
    void refresh();
  };
  const change = useMutation({
    mutationFn: async ({ what, key }: KeyChange) => {
      const params = { id, keyId: key.id };
      if (what === 'rotate') return (await call(rotateNamedApiKey, { params })).key;
      await call(revokeApiKey, { params });
      return null;
    },
    onSuccess: changed,
    onError: (error) =>
      toast({
        title: t('settings.error'),
        description: messageOf(error, t('settings.apiKeys.failed')),
        variant: 'destructive',
      }),
  });
  return { change, changed };
}
