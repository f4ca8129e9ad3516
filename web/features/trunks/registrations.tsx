import {
  listTrunkRegistrations,
  type TrunkRegistration,
} from '../../../src/services/sip/registrations/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useRead } from '../../lib/use-read.ts';
import { useCurrentUser } from '../../state/session.ts';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { formatTime } from '../../ui/time.tsx';

/** Shows the registrations of a package; the list changes by itself when a telephone system comes or goes. */
export function Registrations({ packageId }: { packageId: string }) {
  const { id } = useCurrentUser();
  const read = useRead(listTrunkRegistrations, { id, packageId });
  return (
    <section aria-label={t('packages.registered.title')} className="flex flex-col gap-1">
      <h4 className="text-sm text-muted">{t('packages.registered.title')}</h4>
      <ReadFrame read={read}>{({ registrations }) => <List rows={registrations} />}</ReadFrame>
    </section>
  );
}

function List({ rows }: { rows: readonly TrunkRegistration[] }) {
  if (rows.length === 0) return <p className="text-sm">{t('packages.registered.none')}</p>;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {rows.map(({ address, device, transport, expiresAt }) => (
        <li key={address} className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{device ?? t('packages.registered.unknownDevice')}</span>
          <span className="font-mono break-all">{address}</span>
          <span className="text-muted">
            {t('packages.registered.until', {
              transport: transport.toUpperCase(),
              time: formatTime(expiresAt),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
