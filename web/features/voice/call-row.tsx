import { type CallLeg, isUnderWay, type VoiceCall } from '../../../src/services/voice/contract.ts';
import { t } from '../../lib/i18n.ts';
import { changeRow } from '../../lib/list-cache.ts';
import { queryKeys } from '../../lib/reads.ts';
import { sipReasonOf } from '../../lib/sip-reason.ts';
import { soundQualityOf } from '../../lib/sound-quality.ts';
import { CallDuration } from '../../ui/call-duration.tsx';
import { CallStatusBadge } from '../../ui/call-status-badge.tsx';
import { HangUpButton } from '../../ui/hang-up-button.tsx';
import { RecordingPlayer } from '../../ui/recording-player.tsx';
import { SipTrace } from '../../ui/sip-trace.tsx';
import { Time, formatPounds } from '../../ui/values.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';

/** What a call holds while it is under way, then what it cost. */
const CallCost = ({ call: { status, cost, actualCost, exactCost } }: { call: CallLeg | VoiceCall }) => (
  <>
    <span className="text-sm text-muted">
      {isUnderWay(status)
        ? t('voice.history.setAside', { amount: formatPounds(cost) })
        : t('voice.history.cost', { amount: formatPounds(actualCost) })}
    </span>
    {exactCost !== null && exactCost !== actualCost && (
      <span className="text-sm text-muted">{t('voice.history.exact', { amount: formatPounds(exactCost) })}</span>
    )}
  </>
);

/** The legs of a forwarded call, inside its row: each has its own state, length and cost. */
const CallLegs = ({ legs }: { legs: readonly CallLeg[] }) =>
  legs.length > 0 && (
    <ul className="flex flex-col gap-2 border-s-2 border-line ps-4 text-sm">
      {legs.map((leg) => (
        <li key={leg.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <WithNumbers className="break-all">{t('voice.history.forwarded', { number: leg.destination })}</WithNumbers>
          <CallStatusBadge status={leg.status} />
          {leg.error && <span className="text-danger">{leg.error}</span>}
          <span className="ms-auto flex gap-x-3 text-muted">
            <CallDuration call={leg} />
            <CallCost call={leg} />
          </span>
        </li>
      ))}
    </ul>
  );

/** One call of the history: its state, length and cost, its recordings, and a way to end it. */
export function CallRow({ call }: { call: VoiceCall }) {
  const reason = sipReasonOf(call);
  const quality = soundQualityOf(call);
  const change = (to: (shown: VoiceCall) => VoiceCall) => changeRow(queryKeys.calls(call.userId), call.id, to);
  return (
    <li id={call.id} className="flex scroll-my-4 flex-col gap-3 px-5 py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <WithNumbers className="font-medium break-all">{call.destination}</WithNumbers>
            <CallStatusBadge status={call.status} />
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <WithNumbers className="break-all">{t('voice.history.from', { callerId: call.callerId })}</WithNumbers>
            <Time iso={call.calledAt} />
            {features(call).map((feature) => (
              <WithNumbers key={feature}>{feature}</WithNumbers>
            ))}
          </p>
          {call.error && <p className="text-sm text-danger">{call.error}</p>}
          {reason && <p className="text-sm text-muted">{reason}</p>}
          {quality && <p className="text-sm text-muted">{quality}</p>}
        </div>
        <div className="ms-auto flex flex-col items-end gap-0.5 text-end">
          <span className="font-medium">
            <CallDuration call={call} />
          </span>
          <CallCost call={call} />
          {call.packageMinutes > 0 && (
            <span className="text-sm text-muted">{t('voice.history.package', { count: call.packageMinutes })}</span>
          )}
        </div>
        {isUnderWay(call.status) && (
          <HangUpButton
            call={call}
            // Its end may have been told before this answer came.
            onHungUp={(changed) => change((shown) => (shown.endedAt ? shown : changed))}
          />
        )}
      </div>
      {call.origin === 'trunk' && <SipTrace userId={call.userId} callId={call.id} at={call.calledAt} />}
      <CallLegs legs={call.legs} />
      {call.recordings.map((recording) => (
        <RecordingPlayer
          key={recording.id}
          call={call}
          recording={recording}
          label={t('voice.recording.label', { destination: call.destination })}
          onDeleted={(gone) =>
            change((row) => ({
              ...row,
              recordings: row.recordings.filter(({ id }) => id !== gone),
            }))
          }
        />
      ))}
    </li>
  );
}

/** Lists who dialled it, and what was ordered with it. */
function features({ origin, recorded, ivrEnabled, pbxFeatures, legs }: VoiceCall): string[] {
  const { callForwarding, forwardingNumber, voicemail, conferenceCall } = pbxFeatures;
  return [
    t(`voice.origin.${origin}`),
    recorded && t('voice.history.recorded'),
    ivrEnabled && t('voice.options.ivrEnabled'),
    voicemail && t('voice.options.voicemail'),
    conferenceCall && t('voice.options.conferenceCall'),
    // Calls from before legs were paid for by themselves.
    callForwarding && legs.length === 0 && t('voice.history.forwarded', { number: forwardingNumber ?? '' }),
  ].filter((feature) => feature !== false);
}
