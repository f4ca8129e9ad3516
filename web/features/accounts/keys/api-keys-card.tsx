import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, listApiKeys, revokeApiKey, rotateNamedApiKey } from '../../../../src/callers/keys/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useRead } from '../../../lib/use-read.ts';
import { reread } from '../../../lib/invalidate.ts';
import { useCurrentUser, useSession } from '../../../state/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatPounds } from '../../../ui/format-money.ts';
import { Plus } from '../../../ui/icons.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { formatTime } from '../../../ui/time.tsx';
import { toastFailure } from '../../../ui/toast.tsx';
import { ApiKeyForm } from './api-key-form.tsx';

/** Every API key: what it may do, when it was last used, and how to replace or end it. */
export function ApiKeysCard() {
  const { id } = useCurrentUser();
  const keys = useRead(listApiKeys, { id });
  const [creating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const [asking, setAsking] = useState<KeyChange | null>(null);
  const { change, changed } = useKeyChanges((key) => {
    setCreating(false);
    setAsking(null);
    setFresh(key);
  });
  return (
    <Card
      flush
      title={t('settings.apiKeys.title')}
      description={t('settings.apiKey.description')}
      actions={
        <Button variant="secondary" size="sm" icon={Plus} onClick={() => setCreating(true)}>
          {t('settings.apiKeys.create')}
        </Button>
      }
    >
      <ReadFrame
        read={keys}
        pending={<SkeletonRows rows={2} />}
        empty={<EmptyState title={t('settings.apiKeys.empty')} />}
      >
        {(list) => (
          <ul className="divide-y divide-line border-t border-line">
            {list.map((key) => (
              <KeyRow key={key.id} apiKey={key} onAsk={(what) => setAsking({ what, key })} />
            ))}
          </ul>
        )}
      </ReadFrame>
      {creating && <ApiKeyForm onCreated={changed} onClose={() => setCreating(false)} />}
      <SecretDialog
        secret={fresh}
        title={t('settings.apiKey.freshTitle')}
        description={t('settings.apiKey.freshText')}
        copyLabel={t('settings.apiKey.copy')}
        onClose={() => setFresh(null)}
      />
      {asking && (
        <ConfirmDialog
          open
          danger
          onClose={() => setAsking(null)}
          title={t(`settings.apiKeys.${asking.what}Title`, { name: asking.key.name })}
          description={t(`settings.apiKeys.${asking.what}Text`)}
          confirmLabel={t(`settings.apiKeys.${asking.what}`)}
          busy={change.isPending}
          onConfirm={() => change.mutate(asking)}
        />
      )}
    </Card>
  );
}

function KeyRow({ apiKey, onAsk }: { apiKey: ApiKey; onAsk: (what: KeyChange['what']) => void }) {
  const { name, mask, scopes, createdAt, lastUsedAt, expiresAt, addresses, test, dailyLimit } = apiKey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium break-all">{name}</span>
          <code className="font-mono text-sm text-muted">{mask}</code>
        </p>
        <p className="flex flex-wrap gap-1.5">
          {test && <Badge tone="warning">{t('sms.test.label')}</Badge>}
          {scopes ? (
            scopes.map((scope) => <Badge key={scope}>{t(`settings.apiKeys.scope.${scope}`)}</Badge>)
          ) : (
            <Badge tone="accent">{t('settings.apiKeys.full')}</Badge>
          )}
        </p>
        <p className="text-sm text-muted">
          {t('settings.apiKeys.created', { date: formatTime(createdAt, 'day') })} ·{' '}
          {lastUsedAt ? (
            <>{t('settings.apiKeys.lastUsed', { date: formatTime(lastUsedAt) })}</>
          ) : (
            t('settings.apiKeys.neverUsed')
          )}
        </p>
        {(expiresAt || addresses || dailyLimit) && (
          <p className="text-sm text-muted">
            {[
              expiresAt &&
                t(`settings.apiKeys.${Date.parse(expiresAt) > Date.now() ? 'ends' : 'ended'}`, {
                  date: formatTime(expiresAt, 'day'),
                }),
              dailyLimit && t('settings.apiKeys.aDay', { amount: formatPounds(dailyLimit) }),
              addresses && t('settings.apiKeys.from', { addresses: addresses.join(', ') }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        {(['rotate', 'revoke'] as const).map((what) => (
          <Button
            key={what}
            variant="secondary"
            size="sm"
            aria-label={t(`settings.apiKeys.${what}Of`, { name })}
            onClick={() => onAsk(what)}
          >
            {t(`settings.apiKeys.${what}`)}
          </Button>
        ))}
      </div>
    </li>
  );
}

interface KeyChange {
  what: 'rotate' | 'revoke';
  key: ApiKey;
}

/**
 * Replaces or ends API keys. After either, and after a key was made, `changed` reads again what the screen shows.
 * @param onChanged with the whole new key, or null where there is none
 */
function useKeyChanges(onChanged: (key: string | null) => void) {
  const { id } = useCurrentUser();
  const refresh = useSession((session) => session.refresh);
  const changed = (key: string | null) => {
    onChanged(key);
    void reread(queryKeys.apiKeys(id));
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
    onError: (error) => toastFailure(t('settings.error'), messageOf(error, t('settings.apiKeys.failed'))),
  });
  return { change, changed };
}
