import type { ReactNode } from 'react';
import { listAlarms } from '../../../src/admin/alarms/contract.ts';
import { ApiError } from '../../lib/call.ts';
import { useRead } from '../../lib/reads.ts';
import { useSession } from '../../state/session.ts';
import { SkeletonRows } from '../../ui/frames.tsx';

/**
 * Shows an administrator the panel, once the server lets them in: where a second factor is required and is not set up, one
 * request is refused, and not all that the panel makes.
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const user = useSession((session) => session.user);
  const { isPending, error } = useRead(listAlarms, {}, { enabled: user?.role === 'admin' && !user.hasSecondFactor });
  if (user?.role !== 'admin') return null;
  if (user.hasSecondFactor) return children;
  if (isPending) return <SkeletonRows rows={3} />;
  const isRefused = error instanceof ApiError && error.problem?.code === 'second_factor_needed';
  return isRefused ? null : children;
}
