import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Monitor, Smartphone } from '../../../ui/icons.tsx';
import {
  endOtherSessions,
  endSession,
  listSessions,
  type OpenSession,
} from '../../../../src/callers/sign-in/session-contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread, useRead } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { Badge, formatTime } from '../../../ui/values.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { Card, ReadFrame, RowList, SkeletonRows } from '../../../ui/frames.tsx';
import { RevokeKeys } from '../keys/revoke-keys.tsx';

/** Where the account is signed in, and a way to end it there. */
export function SessionsCard() {
  const { id } = useCurrentUser();
  const sessions = useRead(listSessions, { id });
  const others = sessions.data?.filter(({ current }) => !current) ?? [];
  return (
    <Card
      flush
      title={t('settings.sessions.title')}
      description={t('settings.sessions.description')}
      actions={others.length > 0 && <EndOthers />}
    >
      <ReadFrame read={sessions} pending={<SkeletonRows rows={2} />}>
        {(list) => <RowList rows={list} row={(session) => <SessionRow session={session} />} />}
      </ReadFrame>
    </Card>
  );
}

/** Ends all sessions but this one, and the keys too, where that is wanted. */
function EndOthers() {
  const params = { id: useCurrentUser().id };
  const [withKeys, setWithKeys] = useState(false);
  const end = useEnd(() => call(endOtherSessions, { params, query: { keys: withKeys ? 'revoke' : 'keep' } }));
  return (
    <AskFirst
      danger
      label={t('settings.sessions.endOthers')}
      title={t('settings.sessions.endOthersTitle')}
      description={t('settings.sessions.endText')}
      action={end}
    >
      <RevokeKeys checked={withKeys} onChange={setWithKeys} />
    </AskFirst>
  );
}

function useEnd(send: () => Promise<unknown>) {
  const { id } = useCurrentUser();
  return useMutation({
    mutationFn: send,
    onSuccess: () => toast(t('settings.success'), t('settings.sessions.ended')),
    onError: (error) => toastFailure(t('settings.error'), messageOf(error, t('settings.sessions.failed'))),
    onSettled: () => void reread(queryKeys.sessions(id), queryKeys.apiKeys(id)),
  });
}

function SessionRow({ session }: { session: OpenSession }) {
  const { id } = useCurrentUser();
  const end = useEnd(() => call(endSession, { params: { id, sessionId: session.id } }));
  const device = deviceName(session);
  const Icon = /iPhone|iPad|Android/.test(session.device.system ?? '') ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {session.current && <Badge tone="success">{t('settings.sessions.current')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {session.address} ·{' '}
          {session.current
            ? t('settings.sessions.inUse')
            : t('settings.sessions.lastUsed', { date: formatTime(session.lastUsedAt) })}{' '}
          · {t('settings.sessions.since', { date: formatTime(session.createdAt) })}
        </p>
      </div>
      {!session.current && (
        <AskFirst
          danger
          label={t('settings.sessions.end')}
          nameOf={t('settings.sessions.endOf', { device })}
          title={t('settings.sessions.endTitle')}
          description={t('settings.sessions.endText')}
          action={end}
        />
      )}
    </li>
  );
}

function deviceName({ device: { browser, system } }: OpenSession): string {
  if (browser && system) return t('settings.sessions.device', { browser, system });
  return browser ?? system ?? t('settings.sessions.unknown');
}
