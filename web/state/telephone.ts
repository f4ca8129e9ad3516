import { create } from 'zustand';

/** The telephone in this browser: the trunk that it is of, and the number that it was opened with. Null: it is closed. */
export const useTelephone = create<{ open: { trunkId: string; number: string } | null }>(() => ({ open: null }));

export const openTelephone = (trunkId: string, number = ''): void =>
  useTelephone.setState({ open: { trunkId, number } });
export const closeTelephone = (): void => useTelephone.setState({ open: null });
