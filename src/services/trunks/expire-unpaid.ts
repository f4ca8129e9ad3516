import { removeOld } from '../../../db/remove-old.ts';
import type { Deps } from '../deps.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/** For how long a package stays visible after its order was cancelled or rejected. */
const UNPAID_DAYS = 30;

/** Removes packages that were never active and that no order can make active. */
export async function expireUnpaidTrunks({ sql, clock }: Pick<Deps, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - UNPAID_DAYS * DAY_MS).toISOString();
  await removeOld(
    sql,
    'voice_packages',
    sql`not is_active and purchased_at < ${before}::timestamptz
      and not exists (select from transactions t
        where t.voice_package_id = voice_packages.id and t.status in ('pending', 'verified', 'completed'))
      and not exists (select from sip_credentials c where c.package_id = voice_packages.id)
      and not exists (select from package_minutes m where m.package_id = voice_packages.id)`,
  );
}
