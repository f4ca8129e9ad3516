import { create } from 'zustand';

export type LiveStatus = 'connecting' | 'live' | 'reconnecting' | 'offline';

interface LiveState {
  status: LiveStatus;
  /** While offline: when the next try begins, in milliseconds since 1970; null if the browser decides. */
  retryAt: number | null;
  /** Tries to connect at once. */
  tryNow: () => void;
}

/** The state of the live connection. */
export const useLiveStatus = create<LiveState>()(() => ({
  status: 'connecting',
  retryAt: null,
  tryNow: () => undefined,
}));
