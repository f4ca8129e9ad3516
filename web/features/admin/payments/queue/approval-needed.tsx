import { useRead } from '../../../../lib/use-read.ts';
import { getAdminStats } from '../../../../../src/admin/contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { comparePounds } from '../../../../lib/pounds.ts';
import { formatPounds } from '../../../../ui/format-money.ts';

/**
 * Says in advance that a payment needs a second administrator, because of the amount due or the amount that
 * arrived.
 */
export function ApprovalNeeded({ amounts }: { amounts: (string | null)[] }) {
  const { data } = useRead(getAdminStats, {});
  const limit = data?.approvalAbove;
  if (!limit || !amounts.some((amount) => amount !== null && comparePounds(amount, limit) > 0)) return null;
  return <p className="text-sm text-muted">{t('admin.approval.needed', { limit: formatPounds(limit) })}</p>;
}
