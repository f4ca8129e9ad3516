import { reread } from '../lib/reads.ts';
import { toast } from './toast.tsx';

/** After a change in a dialog: it closes, a toast tells of it, and what was changed is read again. */
export const closeAndSay =
  <Answer>(
    onClose: () => void,
    words: (answer: Answer) => readonly [title: string, text?: string],
    ...queryKeys: (readonly unknown[])[]
  ) =>
  (answer: Answer): void => {
    onClose();
    toast(...words(answer));
    void reread(...queryKeys);
  };
