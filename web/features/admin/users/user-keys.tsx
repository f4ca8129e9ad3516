import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, listApiKeys, revokeApiKey } from '../../../../src/callers/keys/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { keyOf, useRead } from '../../../lib/use-read.ts';
import { reread } from '../../../lib/invalidate.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Only } from '../../../ui/only.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { formatTime } from '../../../ui/time.tsx';
import { UserRow } from './user-rows.tsx';

/** A customer's API keys, without their secrets, and a way to end each. */
export function UserKeys({ userId: id }: { userId: string }) {
  const [asking, setAsking] = useState<ApiKey | null>(null);
  const revoke = useMutation({
    mutationFn: (keyId: string) => call(revokeApiKey, { params: { id, keyId } }),
    onSuccess: () => {
      setAsking(null);
      void reread(keyOf(listApiKeys, { id }));
    },
  });
  return (
    <ReadFrame
      read={useRead(listApiKeys, { id })}
      empty={<p className="py-6 text-center text-muted">{t('settings.apiKeys.empty')}</p>}
    >
      {(list) => (
        <ul className="divide-y divide-line rounded-md border border-line">
          {list.map((key) => (
            <li key={key.id} className="flex items-start justify-between gap-4 px-3 py-2.5">
              <UserRow
                title={key.name}
                facts={
                  <>
                    <code className="font-mono">{key.mask}</code>
                    <span>
                      {key.lastUsedAt
                        ? t('settings.apiKeys.lastUsed', { date: formatTime(key.lastUsedAt) })
                        : t('settings.apiKeys.neverUsed')}
                    </span>
                  </>
                }
                end={
                  <Only may={revokeApiKey}>
                    <Button variant="secondary" size="sm" onClick={() => setAsking(key)}>
                      {t('settings.apiKeys.revoke')}
                    </Button>
                  </Only>
                }
              />
            </li>
          ))}
          {asking && (
            <ConfirmDialog
              open
              danger
              onClose={() => setAsking(null)}
              title={t('settings.apiKeys.revokeTitle', { name: asking.name })}
              description={t('settings.apiKeys.revokeText')}
              confirmLabel={t('settings.apiKeys.revoke')}
              busy={revoke.isPending}
              onConfirm={() => revoke.mutate(asking.id)}
            >
              {revoke.error && <Refusal error={revoke.error} fallback={t('admin.error')} />}
            </ConfirmDialog>
          )}
        </ul>
      )}
    </ReadFrame>
  );
}
