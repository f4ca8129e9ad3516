import { useQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { listHolds, listNumbers, type DidNumber } from '../../../src/services/numbers/contract.ts';
import { EXPIRING_DAYS } from '../../../src/accounts/overview/contract.ts';
import { listReceivedCalls } from '../../../src/services/voice/inbound/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { Here } from '../../ui/only.tsx';
import { t } from '../../lib/i18n.ts';
import { invalidateSoon, queryKeys } from '../../lib/reads.ts';
import { useNumberCountries } from '../../lib/use-number-countries.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Globe } from '../../ui/icons.tsx';
import { ListCard } from '../../ui/frames.tsx';
import { countryName } from '../../lib/country-name.ts';
import { Link } from '../../lib/router.ts';
import { SmallButton, buttonClass } from '../../ui/button.tsx';
import { formatPounds, formatTime } from '../../ui/values.tsx';
import { listPorts, type NumberPort, withdrawPort } from '../../../src/services/numbers/ports/contract.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { PortAction, PortState } from '../../ui/port-state.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { AutoReplies } from './answers/auto-replies.tsx';
import { ReceivedCalls } from './calls/received-calls.tsx';
import { CountryPicker } from './country-picker.tsx';
import { PurchasePanel } from './purchase-panel.tsx';
import { AnswerButton } from './calls/answer-button.tsx';
import { RenewalFields } from './renewal.tsx';
import { StateBadge } from './state-badge.tsx';
import { useNumberChanges } from './use-number-changes.ts';
import { PortDialog } from './ports/port-dialog.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';

/** Global DID Numbers: one's own numbers, the countries, and the purchase of a number. */
export function NumbersSection() {
  const { id } = useCurrentUser();
  // What stands below a list comes once that is read, so that it does not move.
  const mine = usePagedList(listNumbers, { params: { id } });
  const received = usePagedList(listReceivedCalls, { params: { id } });
  const [picked, setPicked] = useState<string>();
  const countries = useNumberCountries();
  const panel = useRef<HTMLDivElement>(null);
  const holds = useQuery({ queryKey: queryKeys.numberHolds, queryFn: () => call(listHolds) });
  // A number that is still held from before the page was loaded brings its country back.
  const wanted = picked ?? holds.data?.[0]?.country;
  const country = countries.find((each) => each.country === wanted) ?? null;

  useEffect(() => {
    // On a phone the panel stands above the countries, out of sight.
    if (picked) panel.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [picked]);

  return (
    <div className="flex flex-col gap-5">
      <ListCard
        title={t('numbers.mine.title')}
        list={mine}
        empty={{ icon: Globe, title: t('numbers.mine.empty'), description: t('numbers.mine.emptyHint') }}
        row={(row) => <NumberRow number={row} />}
      />
      {!mine.isPending && <ReceivedCalls list={received} />}
      {!mine.isPending && !received.isPending && (
        <>
          <Here may="purchaseNumber">
            <div className="grid items-start gap-5 lg:grid-cols-[1fr_20rem]">
              {/* Where it stands above the countries, it comes with the choice of one. */}
              <div
                ref={panel}
                className={`min-w-0 scroll-mt-20 lg:sticky lg:top-20 lg:order-last ${country ? '' : 'max-lg:hidden'}`}
              >
                <PurchasePanel key={country?.countryCode} country={country} holds={holds.data ?? []} />
              </div>
              <CountryPicker picked={country} onPick={(next) => setPicked(next.country)} />
            </div>
          </Here>
          <Ports />
          <AutoReplies />
        </>
      )}
    </div>
  );
}

/** One number: its state, when it expires, and its renewal, by hand or automatic. */
function NumberRow({ number: row }: { number: DidNumber }) {
  const { number } = row;
  const changes = useNumberChanges(row);
  const page = { to: '/did-numbers/$numberId', params: { numberId: row.id } } as const;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link {...page} className="font-semibold text-accent underline-offset-4 hover:underline">
            <WithNumbers>{number}</WithNumbers>
          </Link>
          <StateBadge number={row} />
        </p>
        <p className="mt-0.5 text-sm break-words text-muted">
          {row.name && (
            <>
              <bdi className="font-medium text-ink">{row.name}</bdi> ·{' '}
            </>
          )}
          {countryName(row)} · {t('numbers.mine.perMonth', { price: formatPounds(row.monthlyPrice) })}
        </p>
      </div>
      <Expiry number={row} />
      {row.status === 'active' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <RenewalFields number={row} changes={changes} />
          <AnswerButton number={row} onChange={changes.show} />
          <Link {...page} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t('numbers.mine.manage')}
          </Link>
        </div>
      )}
    </li>
  );
}

/** Not renewed by itself, and soon over: what the overview names as well. */
const isAboutToEnd = ({ state, autoRenew, expiresAt }: DidNumber): boolean =>
  state !== 'expired' && !autoRenew && Date.parse(expiresAt) - Date.now() < EXPIRING_DAYS * DAY_MS;

function Expiry({ number }: { number: DidNumber }) {
  return (
    <p className="text-sm text-muted">
      {t(number.state === 'expired' ? 'numbers.mine.expired' : 'numbers.mine.expires', {
        date: formatTime(number.expiresAt, 'day'),
      })}
      {isAboutToEnd(number) && <span className="block font-medium text-warning">{t('numbers.mine.notRenewed')}</span>}
      {number.state === 'expired' && (
        <span className="block text-danger">
          {t('numbers.mine.renewUntil', { date: formatTime(number.graceEndsAt, 'day') })}
        </span>
      )}
    </p>
  );
}

/** Bringing a number from another carrier: the requests, and a new one. */
function Ports() {
  const { id } = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const list = usePagedList(listPorts, { params: { id } });
  return (
    <ListCard
      title={t('ports.title')}
      description={t('ports.text')}
      actions={
        <SmallButton may="requestNumberPort" onClick={() => setAsking(true)}>
          {t('ports.bring')}
        </SmallButton>
      }
      list={list}
      empty={null}
      row={(port) => <Port port={port} />}
    >
      {asking && <PortDialog onClose={() => setAsking(false)} />}
    </ListCard>
  );
}

function Port({ port }: { port: NumberPort }) {
  const { id } = useCurrentUser();
  const [correcting, setCorrecting] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => call(withdrawPort, { params: { id, portId: port.id } }),
    onSuccess: () => invalidateSoon(queryKeys.numberPorts(id)),
    onError: (error) => toastFailure(t('ports.failed'), messageOf(error, t('ports.failed'))),
  });
  const early = port.status === 'submitted' || port.status === 'papers_wanted';
  const isWanted = port.status === 'papers_wanted';
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-52">
        <PortState port={port} />
      </div>
      <div className="flex flex-wrap gap-2">
        {early && (
          <PortAction
            numbers={port.numbers}
            label={t(isWanted ? 'ports.handIn' : 'ports.correct')}
            primary={isWanted}
            onClick={() => setCorrecting(true)}
          />
        )}
        {(early || port.status === 'in_progress') && (
          <AskFirst
            danger
            label={t('ports.withdraw')}
            button={(ask) => <PortAction numbers={port.numbers} label={t('ports.withdraw')} onClick={ask} />}
            title={t('ports.withdrawTitle')}
            description={t('ports.withdrawText', { numbers: port.numbers.join(', ') })}
            action={withdraw}
          />
        )}
      </div>
      {correcting && <PortDialog port={port} onClose={() => setCorrecting(false)} />}
    </li>
  );
}
