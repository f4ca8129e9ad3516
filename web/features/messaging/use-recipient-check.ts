import { useEffect, useState } from 'react';
import { checkRecipients, NO_RECIPIENTS } from './recipients.ts';

/** What stands in a text of recipients, brought up to date as it is typed. */
export function useRecipientCheck(text: string) {
  const [checked, setChecked] = useState({ text: '', check: NO_RECIPIENTS });
  useEffect(() => {
    const controller = new AbortController();
    void checkRecipients(text, controller.signal).then(
      (check) => check && setChecked({ text, check }),
      // Without its rules the list is sent as it is, and the server says what is wrong with it.
      () => undefined,
    );
    return () => controller.abort();
  }, [text]);
  return { ...checked.check, isChecking: checked.text !== text };
}
