import { useRef } from 'react';
import { newIdempotencyKey } from './call.ts';

/**
 * The keys of one kind of action. The same body tried again has the same key, so that it acts only once even where
 * the first answer was lost. Another body is another action.
 */
export function useIdempotencyKey(): { keyOf: (body: unknown) => string; renew: () => void } {
  const last = useRef({ body: '', key: '' });
  return {
    keyOf: (body) => {
      const text = JSON.stringify(body);
      if (last.current.body !== text) last.current = { body: text, key: newIdempotencyKey() };
      return last.current.key;
    },
    renew: () => {
      last.current = { body: '', key: '' };
    },
  };
}
