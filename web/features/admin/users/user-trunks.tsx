import { listTrunks } from '../../../../src/services/trunks/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { Money, Time, formatPounds } from '../../../ui/values.tsx';
import { listNumbers } from '../../../../src/services/numbers/contract.ts';
import { countryName } from '../../../lib/country-name.ts';
import { UserRows } from './user-rows.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

/** A customer's SIP trunk packages, as an administrator sees them. */
export function UserTrunks({ userId }: { userId: string }) {
  const list = usePagedList(listTrunks, { params: { id: userId } });
  return (
    <UserRows
      list={list}
      empty={t('admin.users.noPackages')}
      title={(row) => t(`packages.plan.${row.packageType}`)}
      facts={(row) => (
        <>
          <span>
            {t('packages.mine.minutesUsed', {
              used: row.minutesUsed,
              included: row.callMinutesIncluded,
            })}
          </span>
          {row.state !== 'pending' && <Time day iso={row.expiresAt} />}
        </>
      )}
      end={(row) => (
        <>
          <Money value={row.price} />
          <span className="text-sm text-muted">{t(`packages.state.${row.state}`)}</span>
        </>
      )}
    />
  );
}

/** A customer's numbers, as an administrator sees them. */
export function UserNumbers({ userId }: { userId: string }) {
  const list = usePagedList(listNumbers, { params: { id: userId } });
  return (
    <UserRows
      list={list}
      empty={t('admin.users.noNumbers')}
      title={(row) => <WithNumbers>{row.number}</WithNumbers>}
      facts={(row) => (
        <>
          <span>{countryName(row)}</span>
          <span>{t('numbers.mine.perMonth', { price: formatPounds(row.monthlyPrice) })}</span>
        </>
      )}
      end={(row) => (
        <>
          <span>{t(`numbers.state.${row.status === 'active' ? row.state : row.status}`)}</span>
          <span className="text-sm text-muted">
            <Time day iso={row.expiresAt} />
          </span>
        </>
      )}
    />
  );
}
