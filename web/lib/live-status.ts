import { create } from 'zustand';

export type LiveStatus = 'connecting' | 'live' | 'reconnecting' | 'offline';

interface LiveState {
  status: LiveStatus;
  /** While offline: when it is tried again, in milliseconds since 1970; null where the browser says when. */
  retryAt: number | null;
  /** Tries at once. */
  tryNow: () => void;
}

/** How the live connection is doing. */
export const useLiveStatus = create<LiveState>()(() => ({
  status: 'connecting',
  retryAt: null,
  tryNow: () => undefined,
}));
