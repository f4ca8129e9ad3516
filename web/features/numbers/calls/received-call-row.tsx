import { useMutation } from '@tanstack/react-query';
import { Ban } from '../../../ui/icons.tsx';
import { blockCaller, listBlockedCallers, type ReceivedCall } from '../../../../src/services/voice/inbound/contract.ts';
import { call as callApi, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { changeRow } from '../../../lib/list-cache.ts';
import { invalidateSoon, keyOf, queryKeys } from '../../../lib/reads.ts';
import { sipReasonOf } from '../../../lib/sip-reason.ts';
import { soundQualityOf } from '../../../lib/sound-quality.ts';
import { IconButton } from '../../../ui/button.tsx';
import { CallDuration } from '../../../ui/call-duration.tsx';
import { CallStatusBadge } from '../../../ui/call-status-badge.tsx';
import { RecordingPlayer } from '../../../ui/recording-player.tsx';
import { SipTrace } from '../../../ui/sip-trace.tsx';
import { Badge, Time, type Tone, formatPounds } from '../../../ui/values.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

const TONES: Record<ReceivedCall['outcome'], Tone> = {
  ringing: 'accent',
  answered: 'success',
  voicemail: 'accent',
  missed: 'warning',
  blocked: 'neutral',
};

/** Why a forwarding was refused, where there are words for it. */
const REFUSALS = ['insufficient_credits', 'spend_limit_reached', 'destination_closed'] as const;

/** One call that came in: who called, what became of it, where it was forwarded to, and its voicemail. */
export function ReceivedCallRow({ call }: { call: ReceivedCall }) {
  const { legs, notForwarded, recordings, transcript, outcome } = call;
  const quality = soundQualityOf(call);
  const from = call.from === '' ? t('numbers.received.unknown') : call.from;
  const refusal = REFUSALS.find((code) => code === notForwarded) ?? 'other';
  const forget = (gone: string) =>
    changeRow(queryKeys.receivedCalls(call.userId), call.id, (row) => ({
      ...row,
      transcript: null,
      recordings: row.recordings.filter(({ id }) => id !== gone),
    }));
  return (
    <li className="flex flex-col gap-2 px-5 py-3">
      <div className="flex items-start gap-x-4">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <WithNumbers className="font-medium break-all">{from}</WithNumbers>
            <Badge tone={TONES[outcome]}>{t(`numbers.received.outcome.${outcome}`)}</Badge>
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <WithNumbers>{t('numbers.received.to', { number: call.to })}</WithNumbers>
            <Time iso={call.receivedAt} />
          </p>
          {quality && <p className="text-sm text-muted">{quality}</p>}
          {notForwarded && <p className="text-sm text-danger">{t(`numbers.received.refused.${refusal}`)}</p>}
        </div>
        {legs.some(({ kind }) => kind === 'number') && (
          <span className="text-sm text-muted">{t('voice.history.cost', { amount: formatPounds(call.cost) })}</span>
        )}
        {call.from !== '' && <BlockButton call={call} />}
      </div>
      <SipTrace userId={call.userId} callId={call.id} at={call.receivedAt} />
      {legs.map((leg) => (
        <p key={leg.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <WithNumbers className="break-all">
            {leg.kind === 'trunk'
              ? t('numbers.received.trunk')
              : t('voice.history.forwarded', { number: leg.destination })}
          </WithNumbers>
          <CallStatusBadge status={leg.status} />
          {sipReasonOf(leg) && <span className="text-muted">{sipReasonOf(leg)}</span>}
          <span className="text-muted">
            <CallDuration call={leg} />
          </span>
        </p>
      ))}
      {recordings.map((recording) => (
        <RecordingPlayer
          key={recording.id}
          call={call}
          recording={recording}
          label={t('numbers.received.voicemailOf', { from })}
          onDeleted={forget}
        />
      ))}
      {transcript && <blockquote className="border-s-2 border-line ps-3 text-sm">{transcript}</blockquote>}
    </li>
  );
}

function BlockButton({ call }: { call: ReceivedCall }) {
  const { from, userId: id } = call;
  const block = useMutation({
    mutationFn: () => callApi(blockCaller, { params: { id }, body: { number: from } }),
    onSuccess: () => {
      invalidateSoon(keyOf(listBlockedCallers, { id }));
      toast(t('numbers.received.blocked', { number: from }));
    },
    onError: (error) => toastFailure(t('numbers.received.blockFailed'), messageOf(error, from)),
  });
  return (
    <IconButton
      may="blockCaller"
      label={t('numbers.received.block', { number: from })}
      icon={Ban}
      disabled={block.isPending}
      onClick={() => block.mutate()}
    />
  );
}
