import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Endpoint, ParamsOf, QueryInputOf, ResponseOf } from '../../src/platform/kit/endpoint.ts';
import { getJson, withQuery } from './call.ts';
import { keyOf } from './reads.ts';

/** Reads an endpoint that takes a query. The last answer stays until that to a new query is there. */
export function useQueried<E extends Pick<Endpoint, 'path'>>(
  endpoint: E,
  params: ParamsOf<E> & Record<string, unknown>,
  query: Partial<QueryInputOf<E>>,
) {
  const path = keyOf(endpoint, params);
  return useQuery<ResponseOf<E>>({
    queryKey: [...path, query],
    queryFn: ({ signal }) => getJson(withQuery(`/${path.join('/')}`, query), signal),
    placeholderData: keepPreviousData,
  });
}
