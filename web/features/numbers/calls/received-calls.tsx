import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  blockCaller,
  listBlockedCallers,
  type ReceivedCall,
  unblockCaller,
} from '../../../../src/services/voice/inbound/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import type { PagedList } from '../../../lib/use-paged-list.ts';
import { changeRead, invalidateSoon, keyOf, useRead } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { SmallButton, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PhoneIncoming, X } from '../../../ui/icons.tsx';
import { ListCard, ReadFrame, SkeletonRows } from '../../../ui/frames.tsx';
import { toastFailure, toastUndo } from '../../../ui/toast.tsx';
import { ReceivedCallRow } from './received-call-row.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

/** The calls to one's numbers, with voicemails; kept up to date by the live connection. */
export function ReceivedCalls({ list }: { list: PagedList<ReceivedCall> }) {
  const [showsBlocked, setShowsBlocked] = useState(false);
  return (
    <ListCard
      title={t('numbers.received.title')}
      actions={<SmallButton onClick={() => setShowsBlocked(true)}>{t('numbers.received.blockedOpen')}</SmallButton>}
      list={list}
      empty={{ icon: PhoneIncoming, title: t('numbers.received.empty'), description: t('numbers.received.emptyHint') }}
      row={(row) => <ReceivedCallRow call={row} />}
    >
      {showsBlocked && <BlockedCallers onClose={() => setShowsBlocked(false)} />}
    </ListCard>
  );
}

/** The callers who hear the busy tone, and a way to let each through again. */
function BlockedCallers({ onClose }: { onClose: () => void }) {
  const { id } = useCurrentUser();
  const read = useRead(listBlockedCallers, { id });
  const block = useMutation({
    mutationFn: (number: string) => call(blockCaller, { params: { id }, body: { number } }),
    onSuccess: () => invalidateSoon(keyOf(listBlockedCallers, { id })),
    onError: (error, number) => toastFailure(t('numbers.received.blockFailed'), messageOf(error, number)),
  });
  const unblock = useMutation({
    mutationFn: (number: string) => call(unblockCaller, { params: { id, number } }),
    onSuccess: (_, gone) => {
      changeRead(listBlockedCallers, { id }, (rows) => rows.filter(({ number }) => number !== gone));
      // An answer that was on its way may still have the caller.
      invalidateSoon(keyOf(listBlockedCallers, { id }));
      toastUndo(t('numbers.received.unblocked', { number: gone }), () => block.mutate(gone));
    },
    onError: (error, number) => toastFailure(t('numbers.received.unblockFailed'), messageOf(error, number)),
  });
  return (
    <Dialog onClose={onClose} title={t('numbers.received.blockedOpen')} description={t('numbers.received.blockedText')}>
      <ReadFrame read={read} pending={<SkeletonRows rows={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-sm text-muted">{t('numbers.received.blockedNone')}</p>
          ) : (
            <ul className="flex flex-col gap-1">
              {rows.map(({ number }) => (
                <li key={number} className="flex items-center justify-between gap-2">
                  <WithNumbers className="break-all">{number}</WithNumbers>
                  <IconButton
                    may="unblockCaller"
                    label={t('numbers.received.unblock', { number })}
                    icon={X}
                    disabled={unblock.isPending}
                    onClick={() => unblock.mutate(number)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </ReadFrame>
    </Dialog>
  );
}
