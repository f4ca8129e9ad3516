import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, listApiKeys, revokeApiKey, rotateNamedApiKey } from '../../../../src/callers/keys/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread, useRead } from '../../../lib/reads.ts';
import { useCurrentUser, useSession } from '../../../state/session.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { Plus } from '../../../ui/icons.tsx';
import { Card, EmptyState, ReadFrame, RowList, SkeletonRows } from '../../../ui/frames.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { Badge, formatPounds, formatTime } from '../../../ui/values.tsx';
import { toastFailure } from '../../../ui/toast.tsx';
import { ApiKeyForm } from './api-key-form.tsx';

/** Every API key: what it may do, when it was last used, and how to replace or end it. */
export function ApiKeysCard() {
  const { id } = useCurrentUser();
  const keys = useRead(listApiKeys, { id });
  const [creating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const refresh = useSession((session) => session.refresh);
  /** @param key the whole new key, or null where there is none */
  const changed = (key: string | null) => {
    setCreating(false);
    setFresh(key);
    void reread(queryKeys.apiKeys(id));
    // The first key's mask stands with the account.
    void refresh();
  };
  return (
    <Card
      flush
      title={t('settings.apiKeys.title')}
      description={t('settings.apiKey.description')}
      actions={
        <SmallButton icon={Plus} onClick={() => setCreating(true)}>
          {t('settings.apiKeys.create')}
        </SmallButton>
      }
    >
      <ReadFrame
        read={keys}
        pending={<SkeletonRows rows={2} />}
        empty={<EmptyState title={t('settings.apiKeys.empty')} />}
      >
        {(list) => <RowList rows={list} row={(key) => <KeyRow apiKey={key} onChanged={changed} />} />}
      </ReadFrame>
      {creating && <ApiKeyForm onCreated={changed} onClose={() => setCreating(false)} />}
      <SecretDialog
        secret={fresh}
        title={t('settings.apiKey.freshTitle')}
        description={t('settings.apiKey.freshText')}
        copyLabel={t('settings.apiKey.copy')}
        onClose={() => setFresh(null)}
      />
    </Card>
  );
}

interface RowProps {
  apiKey: ApiKey;
  onChanged: (key: string | null) => void;
}

function KeyRow({ apiKey, onChanged }: RowProps) {
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
        <KeyChange what="rotate" {...{ apiKey, onChanged }} />
        <KeyChange what="revoke" {...{ apiKey, onChanged }} />
      </div>
    </li>
  );
}

/** Replaces or ends a key. */
function KeyChange({ what, apiKey: { id: keyId, name }, onChanged }: RowProps & { what: 'rotate' | 'revoke' }) {
  const params = { id: useCurrentUser().id, keyId };
  const change = useMutation({
    mutationFn: async () => {
      if (what === 'rotate') return (await call(rotateNamedApiKey, { params })).key;
      await call(revokeApiKey, { params });
      return null;
    },
    onSuccess: onChanged,
    onError: (error) => toastFailure(t('settings.error'), messageOf(error, t('settings.apiKeys.failed'))),
  });
  return (
    <AskFirst
      danger
      label={t(`settings.apiKeys.${what}`)}
      nameOf={t(`settings.apiKeys.${what}Of`, { name })}
      title={t(`settings.apiKeys.${what}Title`, { name })}
      description={t(`settings.apiKeys.${what}Text`)}
      action={change}
    />
  );
}
