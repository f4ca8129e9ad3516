import { useState } from 'react';
import { listActivity } from '../../../src/admin/contract.ts';
import type { BodyInputOf } from '../../../src/platform/kit/endpoint.ts';
import { decideHeldSms, type HeldMessage, listHeldSms } from '../../../src/services/messaging/admin-contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { keyOf, queryKeys, reread } from '../../lib/reads.ts';
import { Link } from '../../lib/router.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { useMay } from '../../lib/use-may.ts';
import { type PagedList, usePagedList } from '../../lib/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { CircleCheck } from '../../ui/icons.tsx';
import { Card, EmptyState, ListCard } from '../../ui/frames.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import { Badge, Time, formatPounds } from '../../ui/values.tsx';
import { ActivityRow } from '../../ui/activity-row.tsx';
import { HistoryCard } from '../../ui/history-card.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';
import { TabLink } from './tab-link.tsx';

/** The desk for fraud: messages that wait for a person, and what was stopped or refused by itself, over all accounts. */
export function DeskTab() {
  const held = usePagedList(listHeldSms);
  return useMay()(listActivity) ? <WithActions held={held} /> : <Held list={held} />;
}

type HeldList = PagedList<HeldMessage>;
const Held = ({ list }: { list: HeldList }) => (
  <ListCard
    title={t('admin.desk.held')}
    description={t('admin.desk.heldText')}
    list={list}
    empty={{ icon: CircleCheck, title: t('admin.desk.nothingHeld') }}
    row={(row) => <HeldRow message={row} />}
  />
);

/** What waits, and the newest entries of three kinds of the activity; one sentence where there is nothing of all that. */
function WithActions({ held }: { held: HeldList }) {
  const stopped = usePagedList(listActivity, { query: { action: 'destination.stopped' } });
  const risen = usePagedList(listActivity, { query: { action: 'account.day_risen' } });
  const blocked = usePagedList(listActivity, { query: { action: 'message.blocked' } });
  const isQuiet = [held, stopped, risen, blocked].every(
    ({ rows, isPending, isError }) => rows.length === 0 && !isPending && !isError,
  );
  if (isQuiet)
    return (
      <Card>
        <EmptyState
          icon={CircleCheck}
          title={t('admin.desk.quiet')}
          description={t('admin.desk.quietText')}
          action={<TabLink tab="settings" card="admin.settings.groupLimits" />}
        />
      </Card>
    );
  const actions = [
    [t('admin.desk.stopped'), stopped, t('admin.desk.nothingStopped')],
    [t('admin.desk.risen'), risen, t('admin.desk.nothingRisen')],
    [t('admin.desk.blocked'), blocked, t('admin.desk.nothingBlocked')],
  ] as const;
  return (
    <div className="flex flex-col gap-5">
      <Held list={held} />
      {actions.map(([title, list, empty]) => (
        <HistoryCard
          key={title}
          title={title}
          list={list}
          recent={5}
          empty={{ icon: CircleCheck, title: empty }}
          row={(entry) => <ActivityRow entry={entry} />}
        />
      ))}
    </div>
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
