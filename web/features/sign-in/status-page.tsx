import { getStatus, SLOW_SERVICES } from '../../../src/admin/alarms/contract.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { t } from '../../lib/i18n.ts';
import { useRead } from '../../lib/use-read.ts';
import { CircleAlert, CircleCheck } from '../../ui/icons.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { LinkPage } from './link-page.tsx';

/** How each service does at the moment, for everybody. */
export function StatusPage() {
  return (
    <LinkPage title={t('links.status.title')}>
      <QueryClientProvider client={queryClient}>
        <Services />
      </QueryClientProvider>
    </LinkPage>
  );
}

function Services() {
  return (
    <ReadFrame read={useRead(getStatus, {})} pending={<SkeletonRows rows={3} />}>
      {(slow) => (
        <ul className="divide-y divide-line">
          {SLOW_SERVICES.map((service) => (
            <Row key={service} service={service} since={slow.find((each) => each.service === service)?.since} />
          ))}
        </ul>
      )}
    </ReadFrame>
  );
}

function Row({ service, since }: { service: (typeof SLOW_SERVICES)[number]; since: string | undefined }) {
  return (
    <li className="flex items-start gap-3 py-3">
      {since === undefined ? (
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
      ) : (
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      )}
      <div className="min-w-0">
        <p className="font-medium">{t(`links.status.${service}`)}</p>
        <p className="text-sm text-muted">
          {since === undefined ? (
            t('links.status.well')
          ) : (
            <>
              {t(`shell.slow.${service}`)} · <Time iso={since} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}
