import { queryKeys } from '../../lib/query-keys.ts';

/** The keys of what a reseller reads of their customers. */
export const customerKeys = { list: queryKeys.customers, margins: queryKeys.margins };
