import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from '../../ui/icons.tsx';
import {
  listUnknownGroups,
  listUnknownSms,
  settleUnknownGroup,
  settleUnknownSms,
  type UnknownGroup,
  type UnknownRecipient,
} from '../../../src/services/messaging/admin-contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { reread } from '../../lib/invalidate.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { Card } from '../../ui/card.tsx';
import { AskFirst } from '../../ui/ask-first.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Time } from '../../ui/time.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';

type Outcome = 'sent' | 'not_sent';

/** Recipients where it is unknown whether their message left. An administrator finds out and settles it. */
export function UnknownMessages() {
  const list = usePagedList(listUnknownSms);
  return (
    <Card flush title={t('apiDocs.unknown.title')} description={t('apiDocs.unknown.text')}>
      <UnknownGroups />
      <ListFrame
        list={list}
        skeletonRows={1}
        empty={<EmptyState icon={CircleCheck} title={t('apiDocs.unknown.empty')} />}
      >
        <ul aria-label={t('apiDocs.unknown.title')} className="divide-y divide-line border-t border-line">
          {list.rows.map((recipient) => (
            <UnknownRow key={recipient.messageId} recipient={recipient} />
          ))}
        </ul>
      </ListFrame>
    </Card>
  );
}

/** Shows the messages that an outage left, by carrier and hour: settled all at once. */
function UnknownGroups() {
  const groups = useQuery({
    queryKey: [...queryKeys.unknownSms, 'groups'],
    queryFn: () => call(listUnknownGroups, {}),
  });
  const many = groups.data?.filter(({ recipients }) => recipients > 1) ?? [];
  if (many.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-t border-line">
      {many.map((group) => (
        <GroupRow key={`${group.provider} ${group.hour}`} group={group} />
      ))}
    </ul>
  );
}

function GroupRow({ group }: { group: UnknownGroup }) {
  const { provider, hour, recipients } = group;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <span className="flex min-w-0 flex-1 basis-56 flex-col">
        <bdi className="font-medium">
          {recipients} × {provider}
        </bdi>
        <span className="text-sm text-muted">
          <Time iso={hour} />
        </span>
      </span>
      <SettleButtons
        whom={`${recipients} × ${provider}`}
        settle={(outcome) => call(settleUnknownGroup, { params: { carrier: provider }, body: { hour, outcome } })}
      />
    </li>
  );
}

function UnknownRow({ recipient }: { recipient: UnknownRecipient }) {
  const { number } = recipient;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <span className="flex min-w-0 flex-1 basis-56 flex-col">
        <WithNumbers className="font-medium">{number}</WithNumbers>
        <span className="text-sm break-words text-muted">
          {recipient.email} · {recipient.senderId}
          {recipient.provider && ` · ${recipient.provider}`}
        </span>
        <span className="text-sm text-muted">
          <Time iso={recipient.queuedAt} />
        </span>
      </span>
      <SettleButtons
        whom={number}
        settle={(outcome) =>
          call(settleUnknownSms, { params: { recipientId: recipient.messageId }, body: { outcome } })
        }
      />
    </li>
  );
}

interface SettleProps {
  whom: string;
  settle: (outcome: Outcome) => Promise<unknown>;
}

/** Both ways in which it can be settled, each asked about once more. */
const SettleButtons = (props: SettleProps) => (
  <span className="flex flex-wrap gap-2">
    <Settle outcome="sent" {...props} />
    <Settle outcome="not_sent" {...props} />
  </span>
);

function Settle({ outcome, whom, settle }: SettleProps & { outcome: Outcome }) {
  const action = useMutation({ mutationFn: () => settle(outcome), onSuccess: () => reread(queryKeys.unknownSms) });
  return (
    <AskFirst
      label={t(`apiDocs.unknown.${outcome}.do`)}
      nameOf={t(`apiDocs.unknown.${outcome}.of`, { number: whom })}
      title={t(`apiDocs.unknown.${outcome}.title`)}
      description={t(`apiDocs.unknown.${outcome}.text`, { number: whom })}
      action={action}
      failed={t('apiDocs.unknown.failed')}
    />
  );
}
