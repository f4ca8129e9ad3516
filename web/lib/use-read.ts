import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ParamsOf, ResponseOf } from '../../src/platform/kit/endpoint.ts';

/** What of an endpoint its type is read from; its schemas' code may stay where it is. */
interface Readable {
  path: string;
}

type Parameters<E> = ParamsOf<E> extends Record<never, never> ? ParamsOf<E> : never;

/**
 * The key of what an endpoint reads: its path's segments, by which the cache reads it. Lists that screens and
 * the live connection share stand in `query-keys.ts`, and are the same.
 */
export const keyOf = (endpoint: Readable, params: Record<string, unknown> = {}): readonly string[] =>
  endpoint.path
    .split('/')
    .filter(Boolean)
    .map((segment) =>
      segment.startsWith(':') ? encodeURIComponent(String(params[segment.slice(1)])) : segment,
    );

/** Reads an endpoint without a query: its object gives key, path and type of the answer. */
export function useRead<E extends Readable>(
  endpoint: E,
  params: Parameters<E>,
  { enabled = true }: { enabled?: boolean } = {},
): UseQueryResult<ResponseOf<E>> {
  return useQuery<ResponseOf<E>>({ queryKey: keyOf(endpoint, params), enabled });
}
