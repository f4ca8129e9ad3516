import { useSession } from '../../../web/state/session.ts';
import { dismissToast, markRead, toast, toastFailure, toastOnce, useToasts } from '../../../web/ui/toast-store.ts';
import { ADA } from './ada.ts';

/** The specification, section 9: one toast at a time; one that was dismissed is removed after 1,000,000 ms. */

afterEach(() => {
  jest.useRealTimers();
  useToasts.setState({ current: null });
});

const current = () => useToasts.getState().current;

test('a dismissed toast is out of sight at once and removed after 1,000,000 ms', () => {
  jest.useFakeTimers();
  toast('Copied');
  const id = current()?.id ?? 0;
  dismissToast(id);
  expect(current()).toMatchObject({ title: 'Copied', open: false });
  jest.advanceTimersByTime(999_999);
  expect(current()).toMatchObject({ id, open: false });
  jest.advanceTimersByTime(1);
  expect(current()).toBeNull();
});

test('a newer toast takes the place of one that was dismissed, and neither removes it', () => {
  jest.useFakeTimers();
  toast('Copied');
  const first = current()?.id ?? 0;
  dismissToast(first);
  toast('Saved');
  expect(current()).toMatchObject({ title: 'Saved', open: true });
  dismissToast(first);
  expect(current()).toMatchObject({ title: 'Saved', open: true });
  jest.advanceTimersByTime(1_000_000);
  expect(current()).toMatchObject({ title: 'Saved', open: true });
});

test('what toasts said is kept for whoever is signed in, without what is private, until they leave', () => {
  const kept = () => useToasts.getState().kept.map(({ title, isUnread }) => `${title} ${isUnread}`);
  const stored = () => sessionStorage.getItem('topline-notices');
  const place = { to: '/billing' } as const;
  toast('Nobody is signed in');
  useSession.getState().setUser(ADA);
  toast('Saved', 'Your profile');
  toastOnce('Copied');
  toast('Message', 'Your code is 1234', { place, isPrivate: true });
  toastFailure('Limit', '£5', { place });
  expect(kept()).toEqual(['Limit true', 'Message true', 'Saved false']);
  expect(stored()).toContain('£5');
  expect(stored()).not.toContain('1234');
  markRead();
  expect(kept()).toEqual(['Limit false', 'Message false', 'Saved false']);
  useSession.getState().clear();
  expect([kept(), stored()?.includes('Saved')]).toEqual([[], false]);
});
