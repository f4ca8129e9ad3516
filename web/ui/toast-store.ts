import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { LinkProps } from '../lib/router.ts';
import { useSession } from '../state/session.ts';

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

/** What came by itself, and is no answer to what somebody did here. */
interface News {
  /** Where the thing is. */
  place: Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>;
  /** Its description may hold what nobody else should read, such as a code: it is not kept. */
  isPrivate?: boolean;
}

/** What a toast said, to be read again. */
export interface Notice extends Pick<Toast, 'title' | 'description' | 'variant'>, Partial<News> {
  id: string;
  userId: string;
  at: string;
  isUnread: boolean;
}

interface ToastState {
  /** The latest toast, until it is removed; a newer one takes its place. */
  current: Toast | null;
  /** There has ever been one. */
  shown: boolean;
  /** What the last ones said, newest first, until this tab is closed or whoever is signed in leaves. */
  kept: Notice[];
}

export const useToasts = create<ToastState>()(
  persist((): ToastState => ({ current: null, shown: false, kept: [] }), {
    name: 'topline-notices',
    storage: createJSONStorage(() => sessionStorage),
    partialize: ({ kept }) => ({ kept }),
  }),
);
useSession.subscribe(({ user }, before) => before.user && !user && useToasts.setState({ kept: [] }));

/** How long after its dismissal a toast is removed (the specification, section 9). */
const REMOVED_AFTER_MS = 1_000_000;

const MOST_KEPT = 50;

let lastId = 0;

function show(shown: Omit<Toast, 'id' | 'open'>): void {
  lastId += 1;
  useToasts.setState({ current: { id: lastId, ...shown, open: true }, shown: true });
}

function showAndKeep(shown: Omit<Toast, 'id' | 'open'>, news?: News): void {
  show(shown);
  const userId = useSession.getState().user?.id;
  if (!userId) return;
  const { title, variant } = shown;
  const [at, description] = [new Date().toISOString(), news?.isPrivate ? undefined : shown.description];
  const notice = { id: `${at} ${lastId}`, userId, at, title, description, variant, ...news, isUnread: Boolean(news) };
  useToasts.setState(({ kept }) => ({ kept: [notice, ...kept].slice(0, MOST_KEPT) }));
}

/** Shows what need not be read again. */
export const toastOnce = (title: string, description?: string): void =>
  show({ title, description, variant: 'default' });

/** Shows a short notice for five seconds, and keeps it. Callable from anywhere. */
export const toast = (title: string, description?: string, news?: News): void =>
  showAndKeep({ title, description, variant: 'default' }, news);

/** Shows what failed, and why. */
export const toastFailure = (title: string, description?: string, news?: News): void =>
  showAndKeep({ title, description, variant: 'destructive' }, news);

/** Shows what stands wrong in a form, which need not be read again. */
export const toastFault = (title: string, description?: string): void =>
  show({ title, description, variant: 'destructive' });

export const markRead = () =>
  useToasts.setState(({ kept }) => ({ kept: kept.map((notice) => ({ ...notice, isUnread: false })) }));

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
