import { type CallStatus, listCalls } from '../../../src/services/voice/contract.ts';
import type { filterQuery } from '../../lib/list-filters.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';

/** Somebody's calls, newest first, kept up to date by the live connection; all of them, or those that are wanted. */
export const useCalls = (userId: string, wanted: ReturnType<typeof filterQuery<CallStatus>> = {}) =>
  usePagedList(listCalls, { params: { id: userId }, query: wanted });
