import type { ReactNode } from 'react';
import { ErrorState } from './empty-state.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface ReadFrameProps<Data> {
  /** The result of `useRead` or `useQuery`. */
  read: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Shown while it is read for the first time. */
  pending?: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  /** Puts a frame around the error, if the frame of the data is missing then. */
  failed?: (words: ReactNode, error: Error) => ReactNode;
  /** Shows what was read. */
  children: (data: Data) => ReactNode;
}

const PENDING = <SkeletonRows rows={3} />;
const AS_IT_IS = (words: ReactNode): ReactNode => words;

/**
 * The frame of everything that is read: place holders, then the data or a retry. If a second read fails, the
 * earlier data stays on the screen. Lists of several pages use `ListFrame`.
 */
export function ReadFrame<Data>({
  read: { data, error, refetch },
  pending = PENDING,
  empty,
  failed = AS_IT_IS,
  children,
}: ReadFrameProps<Data>) {
  if (data === undefined) {
    return error ? failed(<ErrorState error={error} onRetry={() => void refetch()} />, error) : pending;
  }
  return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data);
}
