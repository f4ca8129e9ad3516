import { create } from 'zustand';

export type LiveStatus = 'connecting' | 'live' | 'reconnecting';

/** How the live connection is doing. */
export const useLiveStatus = create<{ status: LiveStatus }>()(() => ({ status: 'connecting' }));
