import { useEffect, useState } from 'react';
import { checkRecipients, NO_RECIPIENTS } from './recipients.ts';

/** Checks the recipients in a text, brought up to date as it is typed. */
export function useRecipientCheck(text: string, country: string) {
  const [checked, setChecked] = useState({ text: '', country, check: NO_RECIPIENTS });
  useEffect(() => {
    const controller = new AbortController();
    void checkRecipients(text, { country, signal: controller.signal }).then(
      (check) => check && setChecked({ text, country, check }),
      // If the rules cannot be loaded, the list is sent unchanged, and the server says what is wrong.
      () => undefined,
    );
    return () => controller.abort();
  }, [text, country]);
  return { ...checked.check, isChecking: checked.text !== text || checked.country !== country };
}
