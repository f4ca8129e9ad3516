import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from '../../ui/icons.tsx';
import {
  listUnknownGroups,
  listUnknownSms,
  settleUnknownGroup,
  settleUnknownSms,
} from '../../../src/services/messaging/admin-contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { carrierName } from '../../../src/shared/carrier-names.ts';
import { keyOf, queryKeys, reread, useRead } from '../../lib/reads.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { ListCard } from '../../ui/frames.tsx';
import { Time } from '../../ui/values.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';

type Outcome = 'sent' | 'not_sent';

/** Recipients where it is unknown whether their message left. An administrator finds out and settles it. */
export function UnknownMessages() {
  const list = usePagedList(listUnknownSms);
  return (
    <ListCard
      title={t('apiDocs.unknown.title')}
      description={t('apiDocs.unknown.text')}
      above={<UnknownGroups />}
      list={list}
      empty={{ icon: CircleCheck, title: t('apiDocs.unknown.empty') }}
      row={({ messageId, number, email, senderId, provider, queuedAt }) => (
        <Unknown
          whom={number}
          of={[email, senderId, provider && carrierName(provider)].filter(Boolean).join(' · ')}
          at={queuedAt}
          settle={(outcome) => call(settleUnknownSms, { params: { recipientId: messageId }, body: { outcome } })}
        />
      )}
    />
  );
}

/** Shows the messages that an outage left, by carrier and hour: settled all at once. */
function UnknownGroups() {
  const many = useRead(listUnknownGroups, {}).data?.filter(({ recipients }) => recipients > 1) ?? [];
  if (many.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-t border-line">
      {many.map(({ provider, hour, recipients }) => (
        <Unknown
          key={`${provider} ${hour}`}
          whom={`${recipients} × ${carrierName(provider)}`}
          at={hour}
          settle={(outcome) => call(settleUnknownGroup, { params: { carrier: provider }, body: { hour, outcome } })}
        />
      ))}
    </ul>
  );
}

interface UnknownProps extends SettleProps {
  /** Whose message it is. */
  of?: string;
  at: string;
}

/** What is settled at once, with both ways to settle it; each is asked about once more. */
const Unknown = ({ of, at, ...settling }: UnknownProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
    <span className="flex min-w-0 flex-1 basis-56 flex-col">
      <WithNumbers className="font-medium">{settling.whom}</WithNumbers>
      {of && <span className="text-sm break-words text-muted">{of}</span>}
      <span className="text-sm text-muted">
        <Time iso={at} />
      </span>
    </span>
    <span className="flex flex-wrap gap-2">
      <Settle outcome="sent" {...settling} />
      <Settle outcome="not_sent" {...settling} />
    </span>
  </li>
);

interface SettleProps {
  whom: string;
  settle: (outcome: Outcome) => Promise<unknown>;
}

function Settle({ outcome, whom, settle }: SettleProps & { outcome: Outcome }) {
  const action = useMutation({
    mutationFn: () => settle(outcome),
    onSuccess: () => reread(queryKeys.unknownSms, keyOf(listUnknownGroups)),
  });
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
