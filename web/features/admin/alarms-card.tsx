import { CircleAlert, CircleCheck, CircleX } from '../../ui/icons.tsx';
import type { Alarm } from '../../../db/enums.ts';
import { listAlarms, type RaisedAlarm } from '../../../src/admin/alarms/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Link } from '../../lib/router.ts';
import { useRead } from '../../lib/reads.ts';
import { Card, ReadFrame, Skeleton } from '../../ui/frames.tsx';
import { Time } from '../../ui/values.tsx';

/** The alarms: what is wrong, since when, and what to do about it; one calm line where nothing is. */
export function AlarmsCard() {
  return (
    <Card>
      <ReadFrame read={useRead(listAlarms, {})} pending={<Skeleton className="h-6 w-40" />}>
        {(raised) => (raised.length === 0 ? <Well /> : <Raised raised={raised} />)}
      </ReadFrame>
    </Card>
  );
}

const Well = () => (
  <p className="flex items-center gap-2">
    <CircleCheck aria-hidden className="size-5 text-success" />
    {t('admin.alarms.well')}
  </p>
);

function Raised({ raised }: { raised: readonly RaisedAlarm[] }) {
  const causes = [...Map.groupBy(raised, ({ alarm }) => alarm)];
  return (
    <section aria-labelledby="alarms">
      <h3 id="alarms" className="mb-1 flex items-center gap-2 font-semibold">
        <CircleX aria-hidden className="size-5 text-danger" />
        {t('admin.alarms.count', { count: causes.length })}
      </h3>
      <ul className="divide-y divide-line">
        {causes.map(([alarm, rows]) => (
          <Cause key={alarm} alarm={alarm} rows={rows} />
        ))}
      </ul>
    </section>
  );
}

/** The tab where it is dealt with; what is in neither list is dealt with on the server. */
const TABS: { readonly [Name in Alarm]?: string } = {
  lost: 'payments',
  outside: 'books',
  payments: 'payments',
  wallets: 'payments',
  unclaimed: 'payments',
  addresses: 'settings',
  losses: 'figures',
  held: 'desk',
};
/** The page that shows the carriers. */
const AT_CARRIERS: ReadonlySet<Alarm> = new Set(['messages', 'unknown', 'carriers', 'carrierCredit']);

function Cause({ alarm, rows }: { alarm: Alarm; rows: readonly RaisedAlarm[] }) {
  const subjects = rows.map(({ subject }) => subject).filter((subject) => subject !== '');
  const since = rows.map(({ raisedAt }) => raisedAt).toSorted()[0] ?? '';
  const tab = TABS[alarm];
  const title = t(`admin.alarms.items.${alarm}.title`);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2.5">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-sm break-words text-muted">
          {subjects.length > 0 && (
            <>
              <bdi>{subjects.join(', ')}</bdi> ·{' '}
            </>
          )}
          <Time iso={since} />
        </p>
        <p className="text-sm text-muted">{t(`admin.alarms.items.${alarm}.advice`)}</p>
      </div>
      {(tab ?? AT_CARRIERS.has(alarm)) && (
        <Link
          {...(tab ? { to: '/admin', hash: tab } : { to: '/dashboard', search: { section: 'api' } })}
          aria-label={`${t('admin.alarms.open')}: ${title}`}
          className="text-accent underline"
        >
          {t('admin.alarms.open')}
        </Link>
      )}
    </li>
  );
}
