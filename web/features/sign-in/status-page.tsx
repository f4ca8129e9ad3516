import { getStatus, SLOW_SERVICES } from '../../../src/admin/alarms/contract.ts';
import { MINUTE_MS } from '../../../src/platform/kit/durations.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { t } from '../../lib/i18n.ts';
import { keyOf } from '../../lib/reads.ts';
import { CircleAlert, CircleCheck } from '../../ui/icons.tsx';
import { ReadFrame, Skeleton } from '../../ui/frames.tsx';
import { formatTime, Time } from '../../ui/values.tsx';
import { LinkPage } from './link-page.tsx';
import { WaysOn } from './not-found-page.tsx';

/** How each service does at the moment and did in the last day, for everybody. */
export function StatusPage() {
  const queryFn = () => call(getStatus, { query: { past: 'true' } });
  const read = useQuery({ queryKey: keyOf(getStatus), queryFn, refetchInterval: MINUTE_MS }, queryClient);
  const time = formatTime(new Date(read.dataUpdatedAt).toISOString(), 'clock');
  const slow = read.data?.filter(({ until }) => until === undefined) ?? [];
  const past = (read.data ?? []).flatMap(({ service, since, until }) => {
    if (until === undefined) return [];
    const [from, to] = [formatTime(since), formatTime(until)];
    return [t('links.status.pastSpan', { service: t(`links.status.${service}`), from, until: to })];
  });
  return (
    <LinkPage
      title={t('links.status.title')}
      description={
        <span className={read.data ? undefined : 'invisible'}>
          {t(slow.length > 0 ? 'links.status.some' : 'links.status.all', { time })}
        </span>
      }
    >
      <ReadFrame read={read} pending={<Skeleton className="h-102" />}>
        {() => (
          <ul className="divide-y divide-line">
            {SLOW_SERVICES.map((service) => (
              <Row key={service} service={service} since={slow.find((each) => each.service === service)?.since} />
            ))}
            {/* Its answer says so. */}
            <Row service="api" since={undefined} />
            {(past.length > 0 || slow.length === 0) && (
              <li className="py-3">
                <h2 className="font-medium">{t('links.status.past')}</h2>
                {(past.length > 0 ? [...new Set(past)] : [t('links.status.pastNone')]).map((line) => (
                  <p key={line} className="text-sm text-muted">
                    {line}
                  </p>
                ))}
              </li>
            )}
          </ul>
        )}
      </ReadFrame>
      <WaysOn onStatus />
    </LinkPage>
  );
}

function Row({ service, since }: { service: (typeof SLOW_SERVICES)[number] | 'api'; since: string | undefined }) {
  const State = since === undefined ? CircleCheck : CircleAlert;
  return (
    <li className="flex items-start gap-3 py-3">
      <State
        aria-hidden
        className={`mt-0.5 size-5 shrink-0 ${since === undefined ? 'text-success' : 'text-warning'}`}
      />
      <div className="min-w-0">
        <p className="font-medium">{t(`links.status.${service}`)}</p>
        <p className="text-sm text-muted">
          {since === undefined || service === 'api' ? t('links.status.well') : `${t(`shell.slow.${service}`)} · `}
          {since !== undefined && <Time iso={since} />}
        </p>
      </div>
    </li>
  );
}
