import { MessagesSquare } from '../../../ui/icons.tsx';
import { type AutoReply, listAutoReplies } from '../../../../src/services/inbox/answers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { ListCard } from '../../../ui/frames.tsx';
import { Badge, Time, type Tone } from '../../../ui/values.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

/** Shows the automatic answers of numbers: to whom, why, and their results. @param number only of this one */
export function AutoReplies({ number }: { number?: string }) {
  const { id } = useCurrentUser();
  const list = usePagedList(listAutoReplies, { params: { id }, query: { number } });
  return (
    <ListCard
      title={t('numbers.replies.title')}
      description={t('numbers.replies.text')}
      list={list}
      empty={{ icon: MessagesSquare, title: t('numbers.replies.empty'), description: t('numbers.replies.emptyHint') }}
      row={(row) => <ReplyRow reply={row} />}
    />
  );
}

const TONES: Record<AutoReply['status'], Tone> = { waiting: 'accent', sent: 'success', refused: 'danger' };

/** Why a reply was refused, where there are words for it. */
const REFUSALS = ['insufficient_credits', 'spend_limit_reached', 'recipient_opted_out'] as const;

function ReplyRow({ reply }: { reply: AutoReply }) {
  const { from, sender, to, status, problem, text, at } = reply;
  const refusal = REFUSALS.find((code) => code === problem) ?? 'other';
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-5 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap gap-x-3 text-sm">
          <WithNumbers className="text-base font-medium">{sender}</WithNumbers>
          <span className="text-muted">{reasonOf(reply)}</span>
        </p>
        <p dir="auto" className="text-sm break-words whitespace-pre-wrap">
          {text}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <WithNumbers>{t('numbers.replies.from', { number: from })}</WithNumbers>
          {to !== sender && <WithNumbers>{t('numbers.replies.to', { number: to })}</WithNumbers>}
          <Time iso={at} />
        </p>
        {status === 'refused' && <p className="text-sm text-danger">{t(`numbers.replies.problem.${refusal}`)}</p>}
      </div>
      <Badge tone={TONES[status]}>{t(`numbers.replies.status.${status}`)}</Badge>
    </li>
  );
}

function reasonOf({ cause, keyword }: AutoReply): string {
  if (cause === 'rule' && keyword !== null) return t('numbers.replies.cause.keyword', { keyword });
  return t(`numbers.replies.cause.${cause}`);
}
