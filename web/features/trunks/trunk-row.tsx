import { type ComponentProps, useState } from 'react';
import { HOSTS_IN_WORDS, MOST_TRACE_MINUTES, type Trunk, updateTrunk } from '../../../src/services/trunks/contract.ts';
import { call, type CallInput } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys, reread } from '../../lib/reads.ts';
import { Link } from '../../lib/router.ts';
import { usePassed } from '../../lib/use-passed.ts';
import { useCurrentUser } from '../../state/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import { Badge, type Tone, formatTime } from '../../ui/values.tsx';
import { SipCredentials } from './sip-credentials.tsx';
import { TrunkAddresses } from './trunk-addresses.tsx';
import { Choice, TrunkSound, useChange } from './trunk-sound.tsx';

const TONES: Record<Trunk['state'], Tone> = { active: 'success', pending: 'warning', expired: 'neutral' };

/** One package. It turns from active to expired at that very moment. */
export function TrunkRow({ row }: { row: Trunk }) {
  const expired = usePassed(row.isActive ? row.expiresAt : null);
  const state = expired ? 'expired' : row.state;
  return (
    <li className="flex flex-col gap-4 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="text-lg font-semibold">{t(`packages.plan.${row.packageType}`)}</span>
            <Badge tone={TONES[state]}>{t(`packages.state.${state}`)}</Badge>
          </p>
          <p className="mt-0.5 text-muted">
            {state === 'pending' && t('packages.mine.pendingHint')}
            {state === 'active' && t('packages.mine.until', { date: formatTime(row.expiresAt, 'day') })}
            {state === 'expired' && t('packages.mine.ended', { date: formatTime(row.expiresAt, 'day') })}
          </p>
        </div>
        {row.transactionId && (
          <Link to="/billing" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t(state === 'pending' ? 'packages.completePayment' : 'packages.completeUpgrade')}
          </Link>
        )}
      </div>
      {state === 'active' && (
        <>
          <Minutes row={row} />
          <TrunkPace row={row} />
          <TrunkCallsIn row={row} />
          <TrunkSound row={row} />
          <TrunkTrace row={row} />
          <SipCredentials row={row} />
          <TrunkAddresses row={row} />
        </>
      )}
    </li>
  );
}

function Minutes({ row }: { row: Trunk }) {
  const { minutesUsed, minutesLeft, callMinutesIncluded, minutesResetAt } = row;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          {t('packages.mine.minutesUsed', {
            used: minutesUsed,
            included: callMinutesIncluded,
          })}
        </span>
        <span className="font-medium">{t('packages.mine.minutesLeft', { left: minutesLeft })}</span>
      </p>
      <Progress label={t('packages.mine.minutes')} value={(minutesUsed / callMinutesIncluded) * 100} />
      <p className="text-sm text-muted">{t('packages.mine.reset', { date: formatTime(minutesResetAt) })}</p>
    </div>
  );
}

interface ByTextProps extends Omit<ComponentProps<typeof TextDialog>, 'label' | 'submitLabel' | 'send' | 'onClose'> {
  row: Trunk;
  /** As it is, in a line, and the button that changes it. */
  text: string;
  change: string;
  title: string;
  bodyOf: (typed: string) => CallInput<typeof updateTrunk>['body'];
}

/** What the owner of a package changes by typing it. */
function ByText({ row, text, change, bodyOf, ...dialog }: ByTextProps) {
  const [open, setOpen] = useState(false);
  const { id } = useCurrentUser();
  return (
    <>
      <Choice text={text} onClick={() => setOpen(true)}>
        {change}
      </Choice>
      {open && (
        <TextDialog
          {...dialog}
          label={dialog.title}
          submitLabel={t('packages.calls.save')}
          send={async (typed) => {
            await call(updateTrunk, { params: { id, packageId: row.id }, body: bodyOf(typed) });
            void reread(queryKeys.trunks(id));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Where a package's calls in go. */
function TrunkCallsIn({ row }: { row: Trunk }) {
  const addresses = row.callsInTo.join(', ');
  return (
    <ByText
      row={row}
      text={addresses ? t('packages.callsIn.to', { addresses }) : t('packages.callsIn.registered')}
      change={t('packages.callsIn.change')}
      title={t('packages.callsIn.title')}
      description={t('packages.callsIn.text')}
      hint={t('packages.callsIn.hint', HOSTS_IN_WORDS)}
      value={addresses}
      optional
      input={{ dir: 'ltr', spellCheck: false }}
      bodyOf={(typed) => ({ callsInTo: typed.split(/[\s,;]+/).filter(Boolean) })}
      failed={t('packages.callsIn.failed')}
    />
  );
}

/** The switch by which the SIP messages of a package's calls are kept. */
function TrunkTrace({ row }: { row: Trunk }) {
  const isOver = usePassed(row.tracedUntil);
  const until = isOver ? null : row.tracedUntil;
  const change = useChange(row, t('packages.trace.failed'));
  return (
    <Choice
      text={until === null ? t('packages.trace.off') : t('packages.trace.until', { time: formatTime(until) })}
      disabled={change.isPending}
      onClick={() => change.mutate({ traceMinutes: until === null ? MOST_TRACE_MINUTES : 0 })}
    >
      {until === null ? t('packages.trace.start', { count: MOST_TRACE_MINUTES }) : t('packages.trace.stop')}
    </Choice>
  );
}

/** The answer to a call too many. */
const REFUSAL = '503';

/** How many calls a package begins in a second. */
const TrunkPace = ({ row }: { row: Trunk }) => (
  <ByText
    row={row}
    text={t('packages.calls.pace', { count: row.callsASecond })}
    change={t('packages.calls.change')}
    title={t('packages.calls.title')}
    description={t('packages.calls.text', { status: REFUSAL })}
    hint={t('packages.calls.hint', { least: 1, most: row.mostCallsASecond })}
    value={String(row.callsASecond)}
    input={{ inputMode: 'numeric' }}
    // What is no number is refused as too few.
    bodyOf={(typed) => ({ callsASecond: Number(typed) || 0 })}
    failed={t('packages.calls.failed')}
  />
);
