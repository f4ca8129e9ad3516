import { useRef } from 'react';
import { ApiError, newIdempotencyKey } from './call.ts';

/**
 * The keys of one kind of action. The same action tried again has the same key, so that it is done only once even where
 * the first answer was lost. Another action has another key.
 */
export function useIdempotencyKey<Body>() {
  const last = useRef<{ action: string; key: string; body: Body | undefined }>(null);
  const keyOf = (action: unknown, body?: Body): string => {
    const text = JSON.stringify(action);
    if (last.current?.action !== text) last.current = { action: text, key: newIdempotencyKey(), body };
    return last.current.key;
  };
  const renew = () => {
    last.current = null;
  };
  return {
    keyOf,
    /**
     * The request of an action whose body has what the person does not choose, as its price is. Tried again, it is
     * the first request to the letter, because a key serves one body only.
     */
    requestOf: (action: unknown, body: Body) => {
      const idempotencyKey = keyOf(action, body);
      return { body: last.current?.body ?? body, idempotencyKey };
    },
    renew,
    /** After a refusal nothing was done: the next try may have another body. */
    renewIfRefused: (error: unknown) => {
      if (error instanceof ApiError && error.status < 500 && error.problem?.code !== 'idempotency_in_progress') renew();
    },
  };
}
