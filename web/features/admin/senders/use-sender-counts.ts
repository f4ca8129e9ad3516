import { countSenderRequests } from '../../../../src/services/senders/contract.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useRead } from '../../../lib/use-read.ts';

/** How many sender names there are in each state, as the server counts them; undefined until it is known. */
export const useSenderCounts = () => useRead(countSenderRequests, {}, { enabled: useMay()(countSenderRequests) }).data;
