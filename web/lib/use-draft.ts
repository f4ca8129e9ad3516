import { useCallback, useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { draftKey } from '../state/drafts.ts';
import { useCurrentUser } from '../state/session.ts';

/** The draft is saved after a pause, so that a long list of recipients is not stored at each key press. */
const PAUSE_MILLISECONDS = 300;

/** The draft of a form of this account: typed, but not sent or discarded. Empty if there is none. */
export function keptDraft<Values>(userId: string, name: string): Partial<Values> {
  try {
    return JSON.parse(localStorage.getItem(draftKey(userId, name)) ?? '{}');
  } catch {
    return {};
  }
}

/** Writes into a form's draft, so that the form opens with it. */
export const keepDraft = <Values>(userId: string, name: string, values: Partial<Values>): void =>
  localStorage.setItem(draftKey(userId, name), JSON.stringify({ ...keptDraft<Values>(userId, name), ...values }));

/**
 * Keeps what is typed into a form, but no PIN, in this browser, through leaving the page and reloading it.
 * @param name of the form, one for each that has drafts
 * @returns a function that removes the draft, after the form was sent or discarded
 */
export function useDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  name: string,
): () => void {
  const { id } = useCurrentUser();
  const key = draftKey(id, name);
  const unwritten = useRef<{ timer: ReturnType<typeof setTimeout>; values: Input } | null>(null);
  useEffect(() => {
    const write = () => {
      if (!unwritten.current) return;
      clearTimeout(unwritten.current.timer);
      try {
        const { pin: _secret, ...values } = unwritten.current.values;
        localStorage.setItem(key, JSON.stringify(values));
      } catch {
        // The browser's storage is full; the draft lasts as long as the page.
      }
      unwritten.current = null;
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(unwritten.current?.timer);
        unwritten.current = { timer: setTimeout(write, PAUSE_MILLISECONDS), values };
      },
    });
    addEventListener('pagehide', write);
    return () => {
      stop();
      removeEventListener('pagehide', write);
      write();
    };
  }, [form, key]);
  return useCallback(() => {
    clearTimeout(unwritten.current?.timer);
    unwritten.current = null;
    localStorage.removeItem(key);
  }, [key]);
}
