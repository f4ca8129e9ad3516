import { useMutation } from '@tanstack/react-query';
import {
  type CarrierHealthHistory,
  type CarrierStatus,
  getCarrierHealth,
  getCarriers,
  listDestinationHealth,
  listUnmatchedReports,
  listUnreadReports,
  switchCarrier,
} from '../../../src/carriers/contract.ts';
import { listCarrierAccounts } from '../../../src/carriers/accounts/contract.ts';
import { listUnknownSms } from '../../../src/services/messaging/admin-contract.ts';
import { carrierName } from '../../../src/shared/carrier-names.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useMay } from '../../lib/use-may.ts';
import { storeRead, useRead } from '../../lib/reads.ts';
import { useBrand } from '../../state/brand.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Radio } from '../../ui/icons.tsx';
import { Only } from '../../ui/only.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, EmptyState, ReadFrame, SkeletonRows } from '../../ui/frames.tsx';
import { Badge, Time } from '../../ui/values.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { CarrierAccounts } from './carrier-accounts.tsx';
import { HealthHistory } from './health-history.tsx';
import { UnknownMessages } from './unknown-messages.tsx';
import { WorstDestinations } from './worst-destinations.tsx';

/** The carriers: which one is active, their health, and a switch for administrators. */
export function CarriersTab() {
  const status = useRead(getCarriers, {});
  return (
    <div className="flex flex-col gap-5">
      <Card flush title={t('apiDocs.providers.title')} description={t('apiDocs.providers.description')}>
        <ReadFrame read={status} pending={<SkeletonRows rows={2} />}>
          {(data) => <CarrierList status={data} />}
        </ReadFrame>
      </Card>
      <Only may={listCarrierAccounts}>
        <CarrierAccounts />
        <UnmatchedReports />
        <UnreadReports />
      </Only>
      <Only may={listUnknownSms}>
        <UnknownMessages />
      </Only>
    </div>
  );
}

function CarrierList({ status }: { status: CarrierStatus }) {
  const may = useMay();
  const isBranded = useBrand() !== null;
  const health = useRead(getCarrierHealth, {});
  // No event tells of each delivery.
  const destinations = useRead(listDestinationHealth, {}, { enabled: may(listDestinationHealth), everyMs: 5000 });
  if (status.providers.length === 0) {
    return <EmptyState icon={Radio} title={t('apiDocs.providers.empty')} />;
  }
  return (
    <ul aria-label={t('apiDocs.providers.title')} className="divide-y divide-line border-t border-line">
      {status.providers.map((name, index) => {
        const history = health.data?.find(({ provider }) => provider === name);
        const shownName = isBranded ? t('apiDocs.providers.numbered', { number: index + 1 }) : carrierName(name);
        return (
          <li key={name} className="flex min-h-14 flex-col justify-center gap-2 px-5 py-3">
            <CarrierState status={status} name={name} shownName={shownName} sip={history?.sip ?? null} />
            {history && <HealthHistory history={{ ...history, provider: shownName }} />}
            <WorstDestinations
              name={shownName}
              destinations={(destinations.data ?? []).filter(({ provider }) => provider === name)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Shows whether the SIP edges reach a carrier, for administrators. */
function SipRouteBadge({ healthy, registered }: NonNullable<CarrierHealthHistory['sip']>) {
  const state = !healthy ? 'sipDown' : registered === false ? 'sipUnregistered' : 'sipHealthy';
  return <Badge tone={state === 'sipHealthy' ? 'success' : 'danger'}>{t(`apiDocs.providers.${state}`)}</Badge>;
}

interface CarrierStateProps {
  status: CarrierStatus;
  name: string;
  /** A number instead of the name if a brand hides it. */
  shownName: string;
  /** Its SIP route; null where there is nothing to say. */
  sip: CarrierHealthHistory['sip'];
}

/** Shows whether a carrier is active and healthy; an administrator can make it the active one. */
function CarrierState({ status, name, shownName, sip }: CarrierStateProps) {
  const { health, activeProvider } = status;
  const may = useMay();
  const change = useMutation({
    mutationFn: () => call(switchCarrier, { params: { provider: name } }),
    onSuccess: (changed) => {
      storeRead(getCarriers, {}, changed);
      toast(
        t('apiDocs.providers.switched'),
        t('apiDocs.providers.switchedTo', { name: carrierName(changed.activeProvider) }),
      );
    },
    onError: (error) =>
      toastFailure(t('apiDocs.providers.failedTitle'), messageOf(error, t('apiDocs.providers.failed'))),
  });
  const healthy = health[name] ?? false;
  const active = name === activeProvider;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
      <span className="font-medium">{shownName}</span>
      {active && <Badge tone="accent">{t('apiDocs.providers.active')}</Badge>}
      <Badge tone={healthy ? 'success' : 'danger'}>
        {t(healthy ? 'apiDocs.providers.healthy' : 'apiDocs.providers.unhealthy')}
      </Badge>
      {sip && <SipRouteBadge {...sip} />}
      {may(switchCarrier) && !active && (
        <AskFirst
          className="ms-auto"
          label={t('apiDocs.providers.switch')}
          nameOf={t('apiDocs.providers.switchTo', { name: shownName })}
          disabled={!healthy}
          title={t('apiDocs.providers.confirmTitle', { name: shownName })}
          description={t('apiDocs.providers.confirmText', { name: shownName })}
          action={change}
        />
      )}
    </div>
  );
}

/** Delivery reports that found no message, and where to look: nothing where there are none. */
function UnmatchedReports() {
  const { data = [] } = useRead(listUnmatchedReports, {});
  return data.map(({ provider, reports, ids, setting }) => (
    <Notice key={provider} tone="warning">
      <p>{t('apiDocs.unmatched.text', { name: carrierName(provider), count: reports, ids: ids.join(', ') })}</p>
      {setting && <p>{t('apiDocs.unmatched.setting', { setting })}</p>}
    </Notice>
  ));
}

/** Delivery reports that were not understood, as they came: nothing where there are none. */
function UnreadReports() {
  const { data = [] } = useRead(listUnreadReports, {});
  return data.map(({ provider, reports, newest }) => (
    <Notice key={provider} tone="warning">
      <p>{t('apiDocs.unread.text', { name: carrierName(provider), count: reports })}</p>
      <ul className="mt-2 space-y-1">
        {newest.map(({ id, text, at }) => (
          <li key={id} className="break-words">
            <Time iso={at} /> <code>{text}</code>
          </li>
        ))}
      </ul>
    </Notice>
  ));
}
