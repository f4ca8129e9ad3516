import { countSenderRequests } from '../../../../src/services/senders/contract.ts';
import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useRead } from '../../../lib/use-read.ts';

/** How many sender names there are in each state, as the server counts them; undefined until it is known. */
export const useSenderCounts = (): ResponseOf<typeof countSenderRequests> | undefined =>
  useRead(countSenderRequests, {}, { enabled: useMay()(countSenderRequests) }).data;
