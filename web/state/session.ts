import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { SignedIn, User } from '../../src/callers/contract.ts';
import { call, getJson, logFailure, messageOf } from '../lib/call.ts';
import { queryKeys } from '../lib/reads.ts';
import { maskApiKey } from '../../src/shared/mask.ts';
import { endViewing, viewing } from './viewing.ts';
import { takeAskedPage } from './asked-page.ts';
import { forgetDrafts } from './drafts.ts';
import { SESSION_KEY } from './storage-keys.ts';

interface Session {
  user: User | null;
  /** Who they are in the account of `user`, if it is not their own. */
  person: SignedIn['person'];
  isAuthenticated: boolean;
  /** True while the server is asked to end the session. Other calls may then get a 401, which is expected. */
  isLeaving: boolean;
  /** The full API key of a new account, until the person copies or dismisses it. */
  freshApiKey: string | null;
  /** Signs in as `user` whose account was just made, and keeps the key that no answer will show again. */
  welcome: (user: User) => void;
  forgetFreshApiKey: () => void;
  /** Signs in as `user`, or as a person in their account. */
  setUser: (user: User, person?: SignedIn['person']) => void;
  /** Goes into another account, by a call that gives this browser another session. */
  enter: (change: () => Promise<SignedIn>, onFailed?: (message: string, error: unknown) => void) => Promise<void>;
  /** Stores the answer to a change of the account, without its balance: an event may have brought a newer one. */
  showSaved: (user: User) => void;
  /** Reads which role they have in this account. */
  readRole: () => Promise<void>;
  /** Replaces the balance: pounds, as a decimal string. */
  updateCredits: (credits: string) => void;
  /** Forgets the user without asking the server. The signed-in screens close, and what they had read is dropped. */
  clear: () => void;
  /** Ends the session on the server and here. */
  logout: () => Promise<void>;
  /** Reads the user again. True if it worked; a failure is only logged. */
  refresh: () => Promise<boolean>;
}

const storage = createJSONStorage<Pick<Session, 'user' | 'person' | 'isAuthenticated'>>(() =>
  viewing() ? sessionStorage : localStorage,
);

/** Only a masked key is written to the browser's storage, where it would outlive the session. */
const withMaskedKey = (user: User): User => ({ ...user, apiKey: maskApiKey(user.apiKey) });

/**
 * The signed-in person, persisted under `auth-storage`. The public page needs this store too, so the parts
 * that only signed-in screens need, the query cache and the contract, are loaded when they are called for.
 */
export const useSession = create<Session>()(
  persist(
    (set, get) => ({
      user: null,
      person: null,
      isAuthenticated: false,
      isLeaving: false,
      freshApiKey: null,
      welcome: (user) =>
        set({ user: withMaskedKey(user), person: null, isAuthenticated: true, freshApiKey: user.apiKey }),
      forgetFreshApiKey: () => set({ freshApiKey: null }),
      setUser: (user, person = null) => set({ user, person, isAuthenticated: true }),
      enter: async (change, onFailed) => {
        // What is still being asked by the former session gets a 401.
        set({ isLeaving: true });
        try {
          const { user, person } = await change();
          forgetDrafts();
          get().setUser(user, person);
          location.assign('/dashboard');
        } catch (error) {
          set({ isLeaving: false });
          onFailed?.(messageOf(error, ''), error);
        }
      },
      showSaved: (saved) => amend((user) => ({ ...saved, credits: user.credits })),
      readRole: async () => {
        const { person } = await getJson<SignedIn>('/api/auth/session');
        if (get().person && person) set({ person });
      },
      updateCredits: (credits) => amend((user) => ({ ...user, credits })),
      clear: () => set({ user: null, person: null, isAuthenticated: false, isLeaving: false, freshApiKey: null }),
      logout: async () => {
        if (viewing()) return endViewing();
        set({ isLeaving: true });
        try {
          const { logout } = await import('../../src/callers/contract.ts');
          await call(logout);
        } catch (error) {
          console.error(error);
        }
        forgetDrafts();
        takeAskedPage();
        get().clear();
      },
      refresh: async () => {
        const id = get().user?.id;
        if (!id) return false;
        let told: string | undefined;
        const stopListening = useSession.subscribe(({ user }, before) => {
          if (user && user.credits !== before.user?.credits) told = user.credits;
        });
        try {
          const { readAnew } = await import('../lib/query-client.ts');
          const user = await readAnew(queryKeys.user(id));
          // The server may have read the account before an event brought a newer balance.
          if (user && get().user?.id === id) amend(() => ({ ...user, credits: told ?? user.credits }));
          return true;
        } catch (error) {
          // A person who has signed out meanwhile need not be told.
          if (get().user?.id === id) logFailure(error);
          return false;
        } finally {
          stopListening();
        }
      },
    }),
    {
      name: SESSION_KEY,
      storage,
      partialize: ({ user, person, isAuthenticated }) => ({
        user: user && withMaskedKey(user),
        person,
        isAuthenticated,
      }),
    },
  ),
);

/**
 * Changes what is known of the user who is signed in. An answer or an event can come late, when another tab has signed
 * out or the browser's data were removed: writing the user down then would sign them in again.
 */
function amend(change: (user: User) => User): void {
  const { user, clear } = useSession.getState();
  if (!user) return;
  const kept = keptUserId();
  if (kept === user.id) useSession.setState({ user: change(user) });
  else if (kept === null) clear();
  else void useSession.persist.rehydrate();
}

/** The user who is signed in, according to the browser's storage. */
function keptUserId(): string | null {
  const kept = storage?.getItem(SESSION_KEY);
  return kept && 'state' in kept ? (kept.state.user?.id ?? null) : null;
}

/** The user of a signed-in screen. Throws where nobody is signed in: such a screen must not be shown then. */
export function useCurrentUser(): User {
  const user = useSession((session) => session.user);
  if (!user) throw new Error('Nobody is signed in');
  return user;
}

/** Follows sign-in and sign-out in the browser's other tabs. @returns a function that stops this */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === SESSION_KEY) void useSession.persist.rehydrate();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
