import { create } from 'zustand';

export interface Toast {
  id: number;
  title: string;
  description?: string;
  variant: 'default' | 'destructive';
  /** Takes back what the toast tells of; without it, nothing can be taken back. */
  undo?: () => void;
  /** It is visible. */
  open: boolean;
}

interface ToastState {
  /** The latest toast, until it is removed; a newer one takes its place. */
  current: Toast | null;
  /** There has ever been one. */
  shown: boolean;
}

export const useToasts = create<ToastState>(() => ({ current: null, shown: false }));

/** How long after its dismissal a toast is removed (the specification, section 9). */
const REMOVED_AFTER_MS = 1_000_000;

let lastId = 0;

function show(shown: Omit<Toast, 'id' | 'open'>): void {
  lastId += 1;
  useToasts.setState({ current: { id: lastId, ...shown, open: true }, shown: true });
}

/** Shows a short notice for five seconds. Callable from anywhere. */
export const toast = (title: string, description?: string): void => show({ title, description, variant: 'default' });

/** Shows what failed, and why. */
export const toastFailure = (title: string, description?: string): void =>
  show({ title, description, variant: 'destructive' });

/** Shows a notice of what can be undone, for ten seconds. */
export const toastUndo = (title: string, undo: () => void): void => show({ title, undo, variant: 'default' });

/** Takes a toast away, unless a newer one already has its place. */
export function dismissToast(id: number): void {
  const { current } = useToasts.getState();
  if (current?.id !== id || !current.open) return;
  useToasts.setState({ current: { ...current, open: false } });
  setTimeout(
    () => useToasts.setState((state) => (state.current?.id === id ? { current: null } : state)),
    REMOVED_AFTER_MS,
  );
}
