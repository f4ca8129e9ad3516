import { useEffect, useState } from 'react';
import { checkRecipients, NO_RECIPIENTS } from './recipients.ts';

/** What stands in a text of recipients, brought up to date as it is typed. */
export function useRecipientCheck(text: string) {
  const [checked, setChecked] = useState({ text: '', check: NO_RECIPIENTS });
  useEffect(() => {
    const controller = new AbortController();
    void checkRecipients(text, controller.signal).then(
      (check) => check && setChecked({ text, check }),
      // If the rules cannot be loaded, the list is sent unchanged, and the server says what is wrong.
      () => undefined,
    );
    return () => controller.abort();
  }, [text]);
  return { ...checked.check, isChecking: checked.text !== text };
}
