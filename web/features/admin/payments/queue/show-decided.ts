import { ApiError, failureText, messageOf } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { removeRows } from '../../../../lib/list-cache.ts';
import { queryKeys, reread } from '../../../../lib/reads.ts';
import { toastFailure } from '../../../../ui/toast.tsx';

/**
 * Says that a decision failed. Where another administrator was first, it says who, and the payment leaves the queue.
 * @returns true if somebody else was first
 */
export function showFailed(error: unknown, { id, failed }: { id: string; failed: string }): boolean {
  const isLate = error instanceof ApiError && error.problem?.code === 'already_processed';
  const description = isLate ? messageOf(error, failed) : failureText(error, failed);
  toastFailure(t('admin.error'), description);
  if (!isLate) return false;
  removeRows(queryKeys.pendingPayments, id);
  void reread(queryKeys.pendingCount, queryKeys.adminPayments);
  return true;
}
