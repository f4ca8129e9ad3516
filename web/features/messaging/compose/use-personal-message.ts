import { useDeferredValue, useMemo } from 'react';
import { type KnownFields, personalise } from './personal-message.ts';
import type { RecipientCheck } from './recipients.ts';

/** A message as each recipient gets it, brought up to date behind the typing: a list may be long. */
export function usePersonalMessage(
  message: string,
  { numbers, lines }: Pick<RecipientCheck, 'numbers' | 'lines'>,
  known: KnownFields,
) {
  const settled = useDeferredValue(message);
  return useMemo(() => personalise(settled, { numbers, lines }, known), [settled, numbers, lines, known]);
}
