import type { ReactNode } from 'react';
import { ErrorState } from './empty-state.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface ReadFrameProps<Data> {
  /** What `useRead` or `useQuery` gives. */
  read: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Shown while it is read for the first time. */
  pending?: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  /** Shows what was read. */
  children: (data: Data) => ReactNode;
}

const PENDING = <SkeletonRows rows={3} />;

/**
 * What everything that is read has around it: place holders, then the data or a retry. What was read before stays
 * where reading it again fails. Lists of several pages have `ListFrame`.
 */
export function ReadFrame<Data>({
  read: { data, error, refetch },
  pending = PENDING,
  empty,
  children,
}: ReadFrameProps<Data>) {
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : pending;
  return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data);
}
