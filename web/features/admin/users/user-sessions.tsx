import { Only } from '../../../ui/only.tsx';
import { listSessions, endSession, type OpenSession } from '../../../../src/callers/sign-in/session-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread, useRead } from '../../../lib/reads.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { Badge, formatTime } from '../../../ui/values.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { ReadRows } from './user-rows.tsx';
import { ReadFrame } from '../../../ui/frames.tsx';

/** Where a customer is signed in, and a way to end each. */
export function UserSessions({ userId }: { userId: string }) {
  const queryKey = queryKeys.sessions(userId);
  const sessions = useRead(listSessions, { id: userId });
  const end = useMutation({
    mutationFn: (sessionId: string) => call(endSession, { params: { id: userId, sessionId } }),
    onSuccess: () => {
      toast(t('admin.users.sessionEnded'));
      void reread(queryKey);
    },
    onError: (error) => toastFailure(t('admin.error'), messageOf(error, t('admin.users.sessionFailed'))),
  });
  return (
    <ReadFrame read={sessions} empty={<p className="py-6 text-center text-muted">{t('admin.users.noSessions')}</p>}>
      {(list) => (
        <ReadRows
          rows={list}
          title={(session) => deviceOf(session)}
          facts={(session) => (
            <>
              {session.address && <bdi>{session.address}</bdi>}
              <span>{t('admin.users.lastUsed', { date: formatTime(session.lastUsedAt) })}</span>
            </>
          )}
          end={(session) =>
            session.current ? (
              <Badge tone="accent">{t('admin.users.thisSession')}</Badge>
            ) : (
              <Only may={endSession}>
                <SmallButton
                  busy={end.isPending && end.variables === session.id}
                  onClick={() => end.mutate(session.id)}
                >
                  {t('admin.users.endSession')}
                </SmallButton>
              </Only>
            )
          }
        />
      )}
    </ReadFrame>
  );
}

const deviceOf = ({ device: { browser, system } }: OpenSession): string =>
  [browser, system].filter((part) => part !== null).join(', ') || t('admin.users.unknownDevice');
