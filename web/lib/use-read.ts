import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ParamsOf, ResponseOf } from '../../src/platform/kit/endpoint.ts';
import { queryClient } from './query-client.ts';

/**
 * The part of an endpoint that is used here; the rest gives its types only, so that the code of its schemas
 * need not be loaded.
 */
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
    .map((segment) => (segment.startsWith(':') ? encodeURIComponent(String(params[segment.slice(1)])) : segment));

const readOf = <E extends Readable>(endpoint: E, params: Parameters<E>) =>
  queryOptions<ResponseOf<E>>({ queryKey: keyOf(endpoint, params) });

/**
 * Reads an endpoint that takes no query. The endpoint gives the key, the path and the type of the answer.
 * @param everyMs how often it is read again; false: when it is told to
 */
export function useRead<E extends Readable>(
  endpoint: E,
  params: Parameters<E>,
  { everyMs = false, ...more }: { enabled?: boolean; retryOnMount?: boolean; everyMs?: number | false } = {},
): UseQueryResult<ResponseOf<E>> {
  return useQuery({ ...readOf(endpoint, params), refetchInterval: everyMs, ...more });
}

/** The cached answer of an endpoint; undefined if nobody has read it. */
export const cachedRead = <E extends Readable>(endpoint: E, params: Parameters<E>): ResponseOf<E> | undefined =>
  queryClient.getQueryData(readOf(endpoint, params).queryKey);

/** Replaces the cached answer of an endpoint. */
export function storeRead<E extends Readable>(endpoint: E, params: Parameters<E>, answer: ResponseOf<E>): void {
  queryClient.setQueryData(readOf(endpoint, params).queryKey, () => answer);
}

/** Changes the cached answer of an endpoint, if there is one. */
export function changeRead<E extends Readable>(
  endpoint: E,
  params: Parameters<E>,
  change: (before: ResponseOf<E>) => ResponseOf<E>,
): void {
  queryClient.setQueryData(readOf(endpoint, params).queryKey, (before) => before && change(before));
}
