import { create } from 'zustand';

export interface Toast {
  id: number;
  title: string;
  description?: string;
  variant: 'default' | 'destructive';
}

interface ToastState {
  /** The one toast on the screen; a newer one takes its place. */
  current: Toast | null;
  /** Whether there has ever been one. */
  shown: boolean;
}

export const useToasts = create<ToastState>(() => ({ current: null, shown: false }));

let lastId = 0;

/** Shows a short notice for five seconds. Callable from anywhere. */
export function toast({
  title,
  description,
  variant = 'default',
}: {
  title: string;
  description?: string;
  variant?: Toast['variant'];
}): void {
  lastId += 1;
  useToasts.setState({ current: { id: lastId, title, description, variant }, shown: true });
}

/** Takes a toast away, unless a newer one already has its place. */
export function dismissToast(id: number): void {
  useToasts.setState((state) => (state.current?.id === id ? { current: null } : state));
}
