import { getStatus, SLOW_SERVICES } from '../../../src/admin/alarms/contract.ts';
import { MINUTE_MS } from '../../../src/platform/kit/durations.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { t } from '../../lib/i18n.ts';
import { keyOf } from '../../lib/reads.ts';
import { CircleAlert, CircleCheck } from '../../ui/icons.tsx';
import { ReadFrame, SkeletonRows } from '../../ui/frames.tsx';
import { formatTime, Time } from '../../ui/values.tsx';
import { LinkPage } from './link-page.tsx';

/** How each service does at the moment, for everybody. */
export function StatusPage() {
  const queryFn = () => call(getStatus);
  const read = useQuery({ queryKey: keyOf(getStatus), queryFn, refetchInterval: MINUTE_MS }, queryClient);
  const time = formatTime(new Date(read.dataUpdatedAt).toISOString(), 'clock');
  return (
    <LinkPage
      title={t('links.status.title')}
      description={read.data && t(read.data.length > 0 ? 'links.status.some' : 'links.status.all', { time })}
    >
      <ReadFrame read={read} pending={<SkeletonRows rows={3} />}>
        {(slow) => (
          <ul className="divide-y divide-line">
            {SLOW_SERVICES.map((service) => (
              <Row key={service} service={service} since={slow.find((each) => each.service === service)?.since} />
            ))}
            {/* Its answer says so. */}
            <Row service="api" since={undefined} />
          </ul>
        )}
      </ReadFrame>
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
