import { useState } from 'react';
import { getTrunkEcho, type TrunkEcho } from '../../../src/services/sip/echo/contract.ts';
import { listTrunkRegistrations, type TrunkRegistration } from '../../../src/services/sip/registrations/contract.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { t } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button, SmallButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CircleAlert, CircleCheck, CircleDashed, PhoneOutgoing } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ReadFrame } from '../../ui/frames.tsx';
import { formatTime } from '../../ui/values.tsx';
import { CODECS } from './setup-values.ts';

/** Which number to dial to try a package, and how far its newest such call came: it changes by itself. */
export function TrunkTest({ packageId }: { packageId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SmallButton icon={PhoneOutgoing} onClick={() => setOpen(true)}>
        {t('packages.test.open')}
      </SmallButton>
      {open && <TestDialog packageId={packageId} onClose={() => setOpen(false)} />}
    </>
  );
}

function TestDialog({ packageId, onClose }: { packageId: string; onClose: () => void }) {
  const { id } = useCurrentUser();
  const echo = useRead(getTrunkEcho, { id, packageId });
  const registered = useRead(listTrunkRegistrations, { id, packageId });
  const number = echo.data?.number;
  return (
    <Dialog
      onClose={onClose}
      title={t('packages.test.open')}
      description={number && t('packages.test.text', { number })}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <ReadFrame read={echo}>
        {({ number: dialled, call }) => (
          <ReadFrame read={registered}>
            {({ registrations }) => (
              <div className="flex flex-col gap-4">
                <Steps call={call} registration={registrations[0]} />
                <Advice number={dialled} call={call} isRegistered={registrations.length > 0} />
              </div>
            )}
          </ReadFrame>
        )}
      </ReadFrame>
    </Dialog>
  );
}

function Advice(test: { number: string; call: TrunkEcho | null; isRegistered: boolean }) {
  const { tone, words } = adviceOnTest(test);
  return (
    <div aria-live="polite">
      <Notice tone={tone}>{words}</Notice>
    </div>
  );
}

/** Shows the steps from the registration to the end of the call. */
function Steps({ call, registration }: { call: TrunkEcho | null; registration?: TrunkRegistration }) {
  const isOver = call !== null && call.endedAt !== null;
  return (
    <ol className="flex flex-col gap-3">
      <Step
        name={t('packages.test.registered')}
        state={registration ? 'done' : 'open'}
        detail={registration?.address}
      />
      <Step
        name={t('packages.test.arrived')}
        state={call ? 'done' : 'open'}
        detail={call && `${formatTime(call.calledAt)}, ${call.source}`}
      />
      <Step
        name={t('packages.test.answered')}
        state={call?.answeredAt ? 'done' : isOver ? 'problem' : 'open'}
        detail={call?.answeredAt && formatTime(call.answeredAt)}
      />
      <Step name={t('packages.test.heard')} {...soundOf(call, 'heard')} />
      <Step name={t('packages.test.sent')} {...soundOf(call, 'sent')} />
      <Step name={t('packages.test.ended')} state={isOver ? 'done' : 'open'} detail={call && lastedOf(call)} />
    </ol>
  );
}

type StepState = 'open' | 'done' | 'problem';

interface StepProps {
  name: string;
  state: StepState;
  /** Null or missing: it has not come to this. */
  detail?: string | null;
}

const ICONS = {
  open: <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />,
  done: <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />,
  problem: <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />,
} as const;

function Step({ name, state, detail }: StepProps) {
  return (
    <li className="flex gap-2.5">
      {ICONS[state]}
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-sm break-words text-muted">
          <bdi>{detail ?? t('packages.test.waiting')}</bdi>
        </p>
      </div>
    </li>
  );
}

/** Sound in one direction: it is counted where the edge leads it through its own machine. */
function soundOf(call: TrunkEcho | null, direction: 'heard' | 'sent'): Omit<StepProps, 'name'> {
  const packets = call?.[direction] ?? null;
  if (packets !== null && packets > 0) {
    return { state: 'done', detail: t('packages.test.packets', { count: packets }) };
  }
  if (!call?.answeredAt || call.endedAt === null) return { state: 'open' };
  return packets === null
    ? { state: 'open', detail: t('packages.test.uncounted') }
    : { state: 'problem', detail: t('packages.test.none') };
}

function lastedOf({ answeredAt, endedAt }: TrunkEcho): string | null {
  if (endedAt === null) return null;
  if (answeredAt === null) return formatTime(endedAt);
  return formatDuration(Math.ceil((Date.parse(endedAt) - Date.parse(answeredAt)) / 1000));
}

/** Advises the next step after a call to the echo, or instead of one, in words. */
function adviceOnTest({
  number,
  call,
  isRegistered,
}: {
  number: string;
  call: TrunkEcho | null;
  isRegistered: boolean;
}): { tone: 'info' | 'warning'; words: string } {
  const warning = (words: string) => ({ tone: 'warning' as const, words });
  const info = (words: string) => ({ tone: 'info' as const, words });
  switch (call?.state) {
    case undefined:
      return isRegistered
        ? info(t('packages.test.advice.dial', { number }))
        : warning(t('packages.test.advice.register'));
    case 'arrived':
    case 'answered':
      return info(t('packages.test.advice.speak'));
    case 'lost':
      return warning(t('packages.test.advice.lost'));
    case 'failed':
      return warning(whyNotAnswered(call?.sipStatus ?? null));
    case 'ended':
      if (call?.heard === 0) return warning(t('packages.test.advice.silent'));
      return info(t(call?.heard ? 'packages.test.advice.heard' : 'packages.test.advice.unmeasured'));
  }
}

/** By the final statuses of SIP (RFC 3261, section 21). */
function whyNotAnswered(status: number | null): string {
  if (status === 487) return t('packages.test.advice.cancelled');
  if (status === 488 || status === 606) return t('packages.test.advice.codec', { codecs: CODECS });
  return t('packages.test.advice.unavailable');
}
