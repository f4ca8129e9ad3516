import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { recipientStatus, resendSms, type SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { placeholdersOf } from '../../../../src/shared/personal-text.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { comparePounds, multiplyPounds, subtractPounds } from '../../../lib/pounds.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { useRates } from '../../../lib/use-rates.ts';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { SmallButton } from '../../../ui/button.tsx';
import { ExpandableRow } from '../../../ui/expandable-row.tsx';
import { RotateCcw, Route } from '../../../ui/icons.tsx';
import { StatusBadge } from '../../../ui/message-status-badge.tsx';
import { Here } from '../../../ui/only.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { RouteTrace } from '../../../ui/route-trace.tsx';
import { Badge, Time, formatPounds, formatTime } from '../../../ui/values.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AllRecipients, countOf } from './all-recipients.tsx';
import { CancelMessage, excerpt } from './cancel-message.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

/** The price of a part of the message, in pounds. */
const perPart = ({ cost, parts, recipientCount }: SmsMessage): string =>
  (Number(cost) / (parts * recipientCount)).toFixed(4);

/** Sends a message again to those it did not reach, after saying what that costs. */
function ResendFailed({ message }: { message: SmsMessage }) {
  const { id: messageId, userId: id } = message;
  const keys = useIdempotencyKey();
  const rates = useRates(id);
  // If the price depends on the destination, the first charge is the best estimate.
  const rate = rates?.sms ?? perPart(message);
  const price = multiplyPounds(rate, message.parts * message.counts.failed);
  const resend = useMutation({
    mutationFn: () => call(resendSms, { params: { id, messageId }, idempotencyKey: keys.keyOf(messageId) }),
    onSuccess: () => {
      keys.renew();
      void reread(queryKeys.sms(id));
      toast(t('sms.resend.done'), excerpt(message));
    },
  });
  return (
    <Here may="resendSms">
      <AskFirst
        icon={RotateCcw}
        label={t('sms.resend.open', { count: message.counts.failed })}
        title={t('sms.resend.title')}
        description={t('sms.resend.text', { count: message.counts.failed, price: formatPounds(price) })}
        confirmLabel={t('sms.resend.confirm')}
        action={resend}
        failed={t('sms.resend.failed')}
      />
    </Here>
  );
}

/** One message of the history; opens to show what became of each recipient. */
export function MessageRow({ message }: { message: SmsMessage }) {
  const isUnderWay = message.recipientCount > 1 && (message.status === 'queued' || message.status === 'sending');
  const refund = subtractPounds(message.cost, message.actualCost);
  const states = recipientStatus.options.filter((state) => countOf(message, state) > 0);
  // Handed over is not what became of them.
  const isOneState = states.length < 2 || message.status !== 'sent';
  return (
    <ExpandableRow
      className="flex-wrap items-start gap-3"
      arrowClassName="mt-0.5"
      summary={
        <>
          <span className="flex min-w-0 flex-1 flex-col gap-0.5">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <WithNumbers className="font-medium">{message.senderId}</WithNumbers>
              {isOneState && <StatusBadge status={message.status} />}
              {message.inReview && <Badge tone="warning">{t('sms.history.inReview')}</Badge>}
              {message.test && <Badge tone="warning">{t('sms.test.label')}</Badge>}
            </span>
            {/* The open row has it in full. */}
            <bdi className="truncate text-muted group-aria-expanded:hidden">
              {message.message || t('sentences.textNotKept')}
            </bdi>
            <span className="flex flex-wrap gap-x-3 text-sm text-muted">
              <span>{t('sms.history.recipients', { count: message.recipientCount })}</span>
              {message.status === 'scheduled' && message.sendAt ? (
                <span>{t('sms.history.goesAt', { date: formatTime(message.sendAt) })}</span>
              ) : (
                <Time iso={message.sentAt} />
              )}
            </span>
            {isUnderWay && <MessageProgress message={message} />}
          </span>
          <span className="flex shrink-0 flex-col items-end gap-0.5">
            <span className="font-medium">{formatPounds(message.actualCost)}</span>
            {comparePounds(refund, '0') > 0 && (
              <span className="text-sm text-muted">{t('sms.history.refunded', { amount: formatPounds(refund) })}</span>
            )}
          </span>
          {states.length > 1 && (
            <span className="flex basis-full flex-wrap gap-2 ps-7">
              {states.map((state) => (
                <StatusBadge key={state} status={state} count={countOf(message, state)} />
              ))}
            </span>
          )}
        </>
      }
    >
      {(id) =>
        message.test ? <TestDetails id={id} message={message} /> : <MessageDetails id={id} message={message} />
      }
    </ExpandableRow>
  );
}

interface MessageDetailsProps {
  id: string;
  message: SmsMessage;
}

/** The result of a test: no action is possible. */
function TestDetails({ id, message: { message, messageDetails } }: MessageDetailsProps) {
  return (
    <div id={id} className="flex flex-col gap-3 bg-sunken/60 px-5 py-4 sm:ps-12">
      <p className="break-words whitespace-pre-wrap">{message}</p>
      <p className="text-sm text-muted">{t('sms.test.text')}</p>
      <ul className="flex flex-col gap-2">
        {messageDetails.recipients.map(({ messageId, number, status, text }) => (
          <li key={messageId} className="flex flex-wrap items-center gap-x-2">
            <WithNumbers>{number}</WithNumbers>
            <StatusBadge status={status} />
            {text && <bdi className="basis-full break-words">{text}</bdi>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A message in full: its text, what it was charged, what became of each recipient, and what can be done. */
function MessageDetails({ id, message }: MessageDetailsProps) {
  const [tracing, setTracing] = useState(false);
  return (
    <div id={id} className="flex flex-col gap-3 bg-sunken/60 px-5 py-4 sm:ps-12">
      <p className="break-words whitespace-pre-wrap">{message.message || t('sentences.textNotKept')}</p>
      {message.media && (
        <a href={message.media} target="_blank" rel="noreferrer" className="block w-fit">
          <img src={message.media} alt={t('inbox.picture')} loading="lazy" className="max-h-48 rounded-lg" />
        </a>
      )}
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <span>
          {/* For texts with fields, the length of the longest is known; the shorter ones cost less. */}
          {message.parts > 1 && placeholdersOf(message.message).length > 0
            ? t('sms.history.partsUpTo', { count: message.parts })
            : t('sms.history.parts', { count: message.parts })}
        </span>
        <span>{t('sms.history.charged', { amount: formatPounds(message.cost) })}</span>
        {message.provider && <span>{t('sms.history.provider', { name: carrierName(message.provider) })}</span>}
      </p>
      {message.counts.failed > 0 && <p className="text-sm text-muted">{t('sms.history.moneyRule')}</p>}
      <div className="flex flex-wrap gap-2">
        {message.counts.queued > 0 && message.status !== 'cancelled' && <CancelMessage message={message} />}
        {message.counts.failed > 0 && message.status !== 'cancelled' && <ResendFailed message={message} />}
        {message.message !== '' && message.counts.queued === 0 && <CancelMessage message={message} act="redact" />}
        <SmallButton icon={Route} onClick={() => setTracing(true)}>
          {t('sms.trace.open')}
        </SmallButton>
      </div>
      <AllRecipients message={message} />
      {tracing && <RouteTrace userId={message.userId} messageId={message.id} onClose={() => setTracing(false)} />}
    </div>
  );
}

/** How many of a message's recipients have been dealt with; live, while it is on its way. */
function MessageProgress({ message }: { message: SmsMessage }) {
  const { recipientCount: total, counts } = message;
  const done = total - counts.queued;
  return (
    <span className="flex flex-col gap-1">
      <Progress label={t('sms.history.progress')} value={(done / total) * 100} />
      <span className="text-sm text-muted">{t('sms.history.progressCount', { done, total })}</span>
    </span>
  );
}
