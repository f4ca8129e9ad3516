import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getNumber, type NumberDetails, TRAFFIC_DAYS } from '../../../../src/services/numbers/details/contract.ts';
import { ApiError, call } from '../../../lib/call.ts';
import { countryName } from '../../../lib/country-name.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/reads.ts';
import { Link, useParams } from '../../../lib/router.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { SmallButton, buttonClass, IconButton } from '../../../ui/button.tsx';
import { ArrowLeft, Globe, Pencil } from '../../../ui/icons.tsx';
import { Card, EmptyState, ReadFrame, SkeletonRows } from '../../../ui/frames.tsx';
import { Badge, Fact, Money, Time } from '../../../ui/values.tsx';
import { AnswerRules } from '../answers/answer-rules.tsx';
import { PAPERS_TONES } from '../papers/papers-tones.ts';
import { StateBadge } from '../state-badge.tsx';
import { CallNumberDialog, TryNumberDialog } from '../try-number-dialog.tsx';
import { useNumberChanges } from '../use-number-changes.ts';
import { updateNumber } from '../../../../src/services/numbers/contract.ts';
import { TextDialog } from '../../../ui/text-dialog.tsx';
import { NumberLeads } from './number-leads.tsx';
import { NumberRenewal } from '../renewal.tsx';
import { SendTestDialog } from './send-test-dialog.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

const ABILITIES = ['receiveMessages', 'sendMessages', 'receiveCalls', 'makeCalls'] as const;

/** Shows a number's abilities, in both directions. */
function NumberAbilities({ abilities }: Pick<NumberDetails, 'abilities'>) {
  return (
    <Card title={t('numbers.page.abilities')}>
      <dl className="flex flex-col gap-2">
        {ABILITIES.map((ability) => (
          <div key={ability} className="flex items-center justify-between gap-4">
            <dt>{t(`numbers.page.ability.${ability}`)}</dt>
            <dd>
              <AbilityBadge can={abilities[ability]} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function AbilityBadge({ can }: { can: boolean | null }) {
  if (can === null) return <Badge>{t('numbers.page.can.unknown')}</Badge>;
  return <Badge tone={can ? 'success' : 'warning'}>{t(`numbers.page.can.${can ? 'yes' : 'no'}`)}</Badge>;
}

/** One number at its own address: what it can, where it leads, what goes through it, and what it costs. */
export function NumberPage() {
  const { id } = useCurrentUser();
  const { numberId = '' } = useParams({ strict: false });
  const number = useQuery({
    queryKey: queryKeys.numberDetails(id, numberId),
    queryFn: () => call(getNumber, { params: { id, numberId } }),
  });
  return (
    <div className="flex flex-col gap-5">
      <Link to="/did-numbers" className={`${buttonClass({ variant: 'secondary', size: 'sm' })} self-start`}>
        <ArrowLeft aria-hidden className="size-4" />
        {t('sections.did.label')}
      </Link>
      <ReadFrame
        read={number}
        pending={<SkeletonRows rows={6} />}
        failed={(words, error) => (
          <Card>{isUnknown(error) ? <EmptyState icon={Globe} title={t('numbers.page.unknown')} /> : words}</Card>
        )}
      >
        {(details) => <Details key={details.id} number={details} />}
      </ReadFrame>
    </div>
  );
}

const isUnknown = (error: Error): boolean => error instanceof ApiError && error.status < 500;

function Details({ number }: { number: NumberDetails }) {
  const changes = useNumberChanges(number);
  const isActive = number.status === 'active';
  return (
    <>
      <Heading number={number} onChange={changes.show} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <NumberLeads {...{ number, changes }} />
          {isActive && <NumberTest number={number} />}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <NumberAbilities abilities={number.abilities} />
          <NumberTraffic traffic={number.traffic} />
          {isActive && <NumberRenewal {...{ number, changes }} />}
          {number.papers && <NumberPapersCard papers={number.papers} />}
        </div>
      </div>
      {isActive && <AnswerRules number={number} />}
    </>
  );
}

interface HeadingProps {
  number: NumberDetails;
  onChange: ReturnType<typeof useNumberChanges>['show'];
}

function Heading({ number, onChange }: HeadingProps) {
  const [naming, setNaming] = useState(false);
  return (
    <Card>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight">
            <WithNumbers>{number.number}</WithNumbers>
            <StateBadge number={number} />
          </h2>
          {number.name && (
            <p className="mt-1 font-medium break-words">
              <bdi>{number.name}</bdi>
            </p>
          )}
          <p className="mt-0.5 text-muted">{countryName(number)}</p>
        </div>
        {number.status === 'active' && (
          <IconButton
            may="updateNumber"
            label={t('numbers.page.rename')}
            icon={Pencil}
            onClick={() => setNaming(true)}
          />
        )}
      </div>
      {naming && (
        <TextDialog
          title={t('numbers.page.rename')}
          description={<WithNumbers>{number.number}</WithNumbers>}
          label={t('numbers.page.name')}
          hint={t('numbers.page.nameHint')}
          submitLabel={t('numbers.page.save')}
          value={number.name ?? ''}
          optional
          send={async (name) =>
            onChange(await call(updateNumber, { params: { id: number.userId, numberId: number.id }, body: { name } }))
          }
          failed={t('numbers.page.renameFailed')}
          onClose={() => setNaming(false)}
        />
      )}
    </Card>
  );
}

/** How far the documents are that the number's country requires. */
function NumberPapersCard({ papers }: { papers: NonNullable<NumberDetails['papers']> }) {
  const { status, reason, handedInAt } = papers;
  return (
    <Card
      title={t('numbers.papers.title')}
      actions={<Badge tone={PAPERS_TONES[status]}>{t(`numbers.papers.state.${status}`)}</Badge>}
    >
      <dl>
        <Fact label={t('numbers.page.handedIn')}>
          <Time iso={handedInAt} day />
        </Fact>
      </dl>
      {reason && (
        <p className="mt-2 break-words text-danger">
          <bdi>{reason}</bdi>
        </p>
      )}
    </Card>
  );
}

type Test = 'message-in' | 'call-in' | 'message-out';

/** Tries a number out: somebody writes to it or calls it at a simulated carrier, or it writes to its owner. */
function NumberTest({ number }: { number: NumberDetails }) {
  const [open, setOpen] = useState<Test | null>(null);
  const { abilities, simulated } = number;
  const close = () => setOpen(null);
  return (
    <Card
      title={t('numbers.page.test')}
      description={t(simulated ? 'numbers.page.testSimulated' : 'numbers.page.testReal')}
    >
      <div className="flex flex-wrap gap-2">
        {simulated && abilities.receiveMessages !== false && (
          <SmallButton may="tryNumber" onClick={() => setOpen('message-in')}>
            {t('numbers.page.testMessage')}
          </SmallButton>
        )}
        {simulated && abilities.receiveCalls !== false && (
          <SmallButton may="callNumber" onClick={() => setOpen('call-in')}>
            {t('numbers.page.testCall')}
          </SmallButton>
        )}
        {abilities.sendMessages !== false && (
          <SmallButton may="sendSms" onClick={() => setOpen('message-out')}>
            {t('numbers.page.testSend')}
          </SmallButton>
        )}
      </div>
      {open === 'message-in' && <TryNumberDialog number={number} onClose={close} />}
      {open === 'call-in' && <CallNumberDialog number={number} onClose={close} />}
      {open === 'message-out' && <SendTestDialog number={number} onClose={close} />}
    </Card>
  );
}

const COUNTS = ['messagesIn', 'messagesOut', 'callsIn', 'callsOut', 'minutes'] as const;

/** Shows a number's recent traffic. */
const NumberTraffic = ({ traffic }: Pick<NumberDetails, 'traffic'>) => (
  <Card title={t('numbers.page.traffic', { days: TRAFFIC_DAYS })}>
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {COUNTS.map((count) => (
        <Fact key={count} label={t(`numbers.page.count.${count}`)} look="font-semibold">
          {formatNumber(traffic[count])}
        </Fact>
      ))}
      <Fact label={t('numbers.page.count.cost')} look="font-semibold">
        <Money value={traffic.cost} />
      </Fact>
    </dl>
  </Card>
);
