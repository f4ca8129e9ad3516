import { useMutation } from '@tanstack/react-query';
import { type ApiKey, listApiKeys, revokeApiKey } from '../../../../src/callers/keys/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { keyOf, reread, useRead } from '../../../lib/reads.ts';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { Only } from '../../../ui/only.tsx';
import { ReadFrame } from '../../../ui/frames.tsx';
import { formatTime } from '../../../ui/values.tsx';
import { ReadRows } from './user-rows.tsx';

/** A customer's API keys, without their secrets, and a way to end each. */
export function UserKeys({ userId: id }: { userId: string }) {
  return (
    <ReadFrame
      read={useRead(listApiKeys, { id })}
      empty={<p className="py-6 text-center text-muted">{t('settings.apiKeys.empty')}</p>}
    >
      {(list) => (
        <ReadRows
          rows={list}
          title={(key) => key.name}
          facts={(key) => (
            <>
              <code className="font-mono">{key.mask}</code>
              <span>
                {key.lastUsedAt
                  ? t('settings.apiKeys.lastUsed', { date: formatTime(key.lastUsedAt) })
                  : t('settings.apiKeys.neverUsed')}
              </span>
            </>
          )}
          end={(key) => (
            <Only may={revokeApiKey}>
              <Revoke userId={id} apiKey={key} />
            </Only>
          )}
        />
      )}
    </ReadFrame>
  );
}

function Revoke({ userId: id, apiKey: { id: keyId, name } }: { userId: string; apiKey: ApiKey }) {
  const action = useMutation({
    mutationFn: () => call(revokeApiKey, { params: { id, keyId } }),
    onSuccess: () => void reread(keyOf(listApiKeys, { id })),
  });
  return (
    <AskFirst
      danger
      label={t('settings.apiKeys.revoke')}
      title={t('settings.apiKeys.revokeTitle', { name })}
      description={t('settings.apiKeys.revokeText')}
      action={action}
      failed={t('admin.error')}
    />
  );
}
