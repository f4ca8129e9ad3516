import { useState } from 'react';
import { listActivity } from '../../../src/admin/contract.ts';
import type { BodyInputOf } from '../../../src/platform/kit/endpoint.ts';
import { decideHeldSms, type HeldMessage, listHeldSms } from '../../../src/services/messaging/admin-contract.ts';
import type { AuditAction } from '../../../src/shared/audit-actions.ts';
import { call } from '../../lib/call.ts';
import { t, type TextKey } from '../../lib/i18n.ts';
import { reread } from '../../lib/invalidate.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Link } from '../../lib/router.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { useMay } from '../../lib/use-may.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { keyOf } from '../../lib/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { CircleCheck } from '../../ui/icons.tsx';
import { ListCard } from '../../ui/list-frame.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { ActivityRow } from '../../ui/activity-row.tsx';
import { HistoryCard } from '../../ui/history-card.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';

/** The desk for fraud: messages that wait for a person, and what was stopped or refused by itself, over all accounts. */
export function DeskTab() {
  const held = usePagedList(listHeldSms);
  const may = useMay();
  return (
    <div className="flex flex-col gap-5">
      <ListCard
        title={t('admin.desk.held')}
        description={t('admin.desk.heldText')}
        list={held}
        empty={{ icon: CircleCheck, title: t('admin.desk.nothingHeld') }}
        row={(row) => <HeldRow message={row} />}
      />
      {may(listActivity) && (
        <>
          <Actions action="destination.stopped" title="admin.desk.stopped" empty="admin.desk.nothingStopped" />
          <Actions action="account.day_risen" title="admin.desk.risen" empty="admin.desk.nothingRisen" />
          <Actions action="message.blocked" title="admin.desk.blocked" empty="admin.desk.nothingBlocked" />
        </>
      )}
    </div>
  );
}

/** The newest entries of one kind of the activity. */
function Actions({ action, title, empty }: { action: AuditAction; title: TextKey; empty: TextKey }) {
  const list = usePagedList(listActivity, { query: { action } });
  return (
    <HistoryCard
      title={t(title)}
      list={list}
      recent={5}
      empty={{ icon: CircleCheck, title: t(empty) }}
      row={(entry) => <ActivityRow entry={entry} />}
    />
  );
}

type Outcome = BodyInputOf<typeof decideHeldSms>['outcome'];

/** A message with its account and the word for which it waits. */
function HeldRow({ message }: { message: HeldMessage }) {
  const [asked, setAsked] = useState<Outcome | null>(null);
  const { user, senderId, message: text, recipientCount, cost, heldFor, sentAt } = message;
  const may = useMay();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words whitespace-pre-line" dir="auto">
          {text}
        </p>
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Badge tone="warning">{heldFor}</Badge>
          <WithNumbers>{senderId}</WithNumbers>
          <span>{t('admin.desk.recipients', { count: recipientCount })}</span>
          <span>{formatPounds(cost)}</span>
        </p>
        <p className="text-sm break-all text-muted">
          <Link to="/admin" hash="users" search={{ user: user.id }} className="underline">
            {user.company ? `${user.company} · ${user.email}` : user.email}
          </Link>{' '}
          · <Time iso={sentAt} />
        </p>
      </div>
      {may(decideHeldSms) && (
        <div className="flex flex-wrap gap-2">
          {(['release', 'refuse'] as const).map((outcome) => (
            <Button
              key={outcome}
              size="sm"
              variant={outcome === 'release' ? 'primary' : 'secondary'}
              aria-label={t('admin.desk.of', { action: t(`admin.desk.${outcome}`), email: user.email })}
              onClick={() => setAsked(outcome)}
            >
              {t(`admin.desk.${outcome}`)}
            </Button>
          ))}
        </div>
      )}
      {asked && <Decide message={message} outcome={asked} onClose={() => setAsked(null)} />}
    </li>
  );
}

interface DecideProps {
  message: HeldMessage;
  outcome: Outcome;
  onClose: () => void;
}

/** Asks before a message is released, or refused with a reason for its owner. */
function Decide({ message: { id: heldId, user, cost }, outcome, onClose }: DecideProps) {
  const { keyOf: idempotencyKeyOf } = useIdempotencyKey();
  return (
    <TextDialog
      danger={outcome === 'refuse'}
      title={t(`admin.desk.${outcome}Title`)}
      description={t(`admin.desk.${outcome}Text`, { email: user.email, amount: formatPounds(cost) })}
      label={outcome === 'refuse' ? t('admin.senders.reason') : null}
      hint={t('admin.senders.reasonHint')}
      optional
      input={{ maxLength: 300 }}
      submitLabel={t(`admin.desk.${outcome}`)}
      send={async (reason) => {
        const body = { outcome, reason: reason || null };
        await call(decideHeldSms, { params: { heldId }, idempotencyKey: idempotencyKeyOf(body), body });
        void reread(keyOf(listHeldSms), queryKeys.adminActivity);
      }}
      failed={t('admin.desk.failed')}
      onClose={onClose}
    />
  );
}
