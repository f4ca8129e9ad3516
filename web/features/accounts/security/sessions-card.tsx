import { useRead } from '../../../lib/use-read.ts';
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
import { queryKeys } from '../../../lib/query-keys.ts';
import { reread } from '../../../lib/invalidate.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { formatTime } from '../../../ui/time.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { RevokeKeys } from '../keys/revoke-keys.tsx';

/** Where the account is signed in, and a way to end it there. */
export function SessionsCard() {
  const { id } = useCurrentUser();
  const sessions = useRead(listSessions, { id });
  const [ending, setEnding] = useState<Ending | null>(null);
  const [withKeys, setWithKeys] = useState(false);
  const others = sessions.data?.filter(({ current }) => !current) ?? [];
  const end = useEndSession(id, () => setEnding(null));
  return (
    <Card
      flush
      title={t('settings.sessions.title')}
      description={t('settings.sessions.description')}
      actions={
        others.length > 0 && (
          <Button variant="secondary" size="sm" onClick={() => setEnding('others')}>
            {t('settings.sessions.endOthers')}
          </Button>
        )
      }
    >
      <ReadFrame read={sessions} pending={<SkeletonRows rows={2} />}>
        {(list) => (
          <ul className="divide-y divide-line border-t border-line">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </ReadFrame>
      <ConfirmDialog
        danger
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={t(ending === 'others' ? 'settings.sessions.endOthersTitle' : 'settings.sessions.endTitle')}
        description={t('settings.sessions.endText')}
        confirmLabel={t(ending === 'others' ? 'settings.sessions.endOthers' : 'settings.sessions.end')}
        busy={end.isPending}
        onConfirm={() => ending && end.mutate({ ending, withKeys })}
      >
        {ending === 'others' && <RevokeKeys checked={withKeys} onChange={setWithKeys} />}
      </ConfirmDialog>
    </Card>
  );
}

/** One session, or all but this one. */
type Ending = OpenSession | 'others';

/** Ends one session, or all others; with these the keys too, where that is wanted. */
function useEndSession(id: string, onEnded: () => void) {
  return useMutation({
    mutationFn: ({ ending, withKeys }: { ending: Ending; withKeys: boolean }) =>
      ending === 'others'
        ? call(endOtherSessions, { params: { id }, query: { keys: withKeys ? 'revoke' : 'keep' } })
        : call(endSession, { params: { id, sessionId: ending.id } }),
    onSuccess: () => {
      onEnded();
      toast(t('settings.success'), t('settings.sessions.ended'));
    },
    onError: (error) => toastFailure(t('settings.error'), messageOf(error, t('settings.sessions.failed'))),
    onSettled: () => {
      void reread(queryKeys.sessions(id), queryKeys.apiKeys(id));
    },
  });
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
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
          {session.address} · {t('settings.sessions.lastUsed', { date: formatTime(session.lastUsedAt) })} ·{' '}
          {t('settings.sessions.since', { date: formatTime(session.createdAt) })}
        </p>
      </div>
      {!session.current && (
        <Button variant="secondary" size="sm" aria-label={t('settings.sessions.endOf', { device })} onClick={onEnd}>
          {t('settings.sessions.end')}
        </Button>
      )}
    </li>
  );
}

function deviceName({ device: { browser, system } }: OpenSession): string {
  if (browser && system) return t('settings.sessions.device', { browser, system });
  return browser ?? system ?? t('settings.sessions.unknown');
}
