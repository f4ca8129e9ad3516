import { type ReactNode, useState } from 'react';
import { getUser } from '../../../../src/accounts/profile/contract.ts';
import { adjustBalance, listActivity } from '../../../../src/admin/contract.ts';
import type { User } from '../../../../src/callers/contract.ts';
import { listSms } from '../../../../src/services/messaging/history-contract.ts';
import { hangUpCall, isUnderWay, listCalls } from '../../../../src/services/voice/contract.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { t, type TextKey } from '../../../lib/i18n.ts';
import { invalidateSoon, queryKeys, useRead } from '../../../lib/reads.ts';
import { sipReasonOf } from '../../../lib/sip-reason.ts';
import { soundQualityOf } from '../../../lib/sound-quality.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { CallStatusBadge } from '../../../ui/call-status-badge.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { HangUpButton } from '../../../ui/hang-up-button.tsx';
import { StatusBadge } from '../../../ui/message-status-badge.tsx';
import { Only } from '../../../ui/only.tsx';
import { ListFrame, ReadFrame, SkeletonRows } from '../../../ui/frames.tsx';
import { RouteTrace } from '../../../ui/route-trace.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { Money, Time } from '../../../ui/values.tsx';
import { ActivityRow } from '../../../ui/activity-row.tsx';
import { AdjustBalanceDialog, UserLimits } from './user-limits.tsx';
import { UserKeys } from './user-keys.tsx';
import { UserNumbers, UserTrunks } from './user-trunks.tsx';
import { UserPrices } from './user-prices.tsx';
import { UserProfile } from './user-profile.tsx';
import { UserRows } from './user-rows.tsx';
import { UserSessions } from './user-sessions.tsx';
import { UserStatusDialog } from './user-status-dialog.tsx';
import { UserTransactions } from './user-transactions.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

/** One account in full, each part read when it is opened, and what may be done to it. */
export function UserDrawer({ userId, onClose }: { userId: string; onClose: () => void }) {
  const read = useRead(getUser, { id: userId });
  const user = read.data;
  const [dialog, setDialog] = useState<'adjust' | 'status' | null>(null);
  return (
    <Drawer wide onClose={onClose} title={user?.fullName || t('admin.unknownName')} description={user?.email ?? userId}>
      <ReadFrame read={read} pending={<SkeletonRows rows={4} />}>
        {(shown) => <Parts user={shown} onAdjust={() => setDialog('adjust')} onSwitch={() => setDialog('status')} />}
      </ReadFrame>
      {user && dialog === 'adjust' && <AdjustBalanceDialog user={user} onClose={() => setDialog(null)} />}
      {user && dialog === 'status' && <UserStatusDialog user={user} onClose={() => setDialog(null)} />}
    </Drawer>
  );
}

function Parts({ user, onAdjust, onSwitch }: { user: User; onAdjust: () => void; onSwitch: () => void }) {
  const { id } = user;
  const tabs = [
    tab('profile', <UserProfile user={user} onSwitch={onSwitch} />),
    tab('balance', <UserBalance user={user} onAdjust={onAdjust} />),
    tab('transactions', <UserTransactions userId={id} />),
    tab('messages', <UserMessages userId={id} />),
    tab('calls', <UserCalls userId={id} />),
    tab('numbers', <UserNumbers userId={id} />),
    tab('packages', <UserTrunks userId={id} />),
    ...(user.role === 'admin' ? [] : [tab('prices', <UserPrices userId={id} />)]),
    tab('keys', <UserKeys userId={id} />),
    tab('activity', <UserActivity email={user.email} />),
    tab('sessions', <UserSessions userId={id} />),
  ];
  return <Tabs label={user.fullName || user.email} tabs={tabs} />;
}

type PartName = Extract<TextKey, `admin.users.tabs.${string}`> extends `admin.users.tabs.${infer Name}` ? Name : never;
const tab = (id: PartName, content: ReactNode) => ({ id, label: t(`admin.users.tabs.${id}`), content });

/** An account's balance, and how much of it may be spent in a day. */
function UserBalance({ user, onAdjust }: { user: User; onAdjust: () => void }) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3 rounded-md bg-sunken p-4">
        <div>
          <p className="text-sm text-muted">{t('admin.users.credits')}</p>
          <p className="text-2xl font-semibold tracking-tight">
            <Money value={user.credits} />
          </p>
        </div>
        <Only may={adjustBalance}>
          <SmallButton onClick={onAdjust}>{t('admin.users.adjust')}</SmallButton>
        </Only>
      </div>
      <UserLimits user={user} />
    </div>
  );
}

/** A customer's calls, as an administrator sees them. */
function UserCalls({ userId }: { userId: string }) {
  const list = usePagedList(listCalls, { params: { id: userId } });
  return (
    <UserRows
      list={list}
      empty={t('admin.users.noCalls')}
      title={(each) => <WithNumbers>{each.destination}</WithNumbers>}
      facts={(each) => (
        <>
          <WithNumbers>{t('voice.history.from', { callerId: each.callerId })}</WithNumbers>
          <span>{t(`voice.origin.${each.origin}`)}</span>
          <Time iso={each.calledAt} />
          <span>{t('admin.users.seconds', { count: each.duration })}</span>
          {each.error && <span className="text-danger">{each.error}</span>}
          {sipReasonOf(each) && <span>{sipReasonOf(each)}</span>}
          {soundQualityOf(each) && <span>{soundQualityOf(each)}</span>}
        </>
      )}
      end={(each) => (
        <>
          <Money value={each.actualCost} />
          <CallStatusBadge status={each.status} />
          {isUnderWay(each.status) && (
            <Only may={hangUpCall}>
              <HangUpButton
                call={each}
                question={t('admin.calls.hangUpText', { destination: each.destination })}
                onHungUp={() => invalidateSoon(queryKeys.calls(userId))}
              />
            </Only>
          )}
        </>
      )}
    />
  );
}

/** A customer's messages, as an administrator sees them. */
function UserMessages({ userId }: { userId: string }) {
  const list = usePagedList(listSms, { params: { id: userId } });
  const [traced, setTraced] = useState<string | null>(null);
  return (
    <>
      <UserRows
        list={list}
        empty={t('admin.users.noMessages')}
        title={(message) => <span className="line-clamp-2">{message.message}</span>}
        facts={(message) => (
          <>
            <WithNumbers>{message.senderId}</WithNumbers>
            <span>{t('sms.history.recipients', { count: message.recipientCount })}</span>
            <Time iso={message.sentAt} />
            {message.provider && <span>{carrierName(message.provider)}</span>}
          </>
        )}
        end={(message) => (
          <>
            <Money value={message.actualCost} />
            <StatusBadge status={message.status} />
            <Button variant="ghost" size="sm" onClick={() => setTraced(message.id)}>
              {t('admin.users.trace')}
            </Button>
          </>
        )}
      />
      {traced && <RouteTrace userId={userId} messageId={traced} onClose={() => setTraced(null)} />}
    </>
  );
}

/** The activity of an account, and others' actions on it. */
function UserActivity({ email }: { email: string }) {
  const list = usePagedList(listActivity, { query: { search: email } });
  return (
    <ListFrame
      list={list}
      skeletonRows={3}
      empty={<p className="py-6 text-center text-muted">{t('admin.activity.empty')}</p>}
    >
      <ul className="divide-y divide-line rounded-md border border-line">
        {list.rows.map((entry) => (
          <ActivityRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </ListFrame>
  );
}
