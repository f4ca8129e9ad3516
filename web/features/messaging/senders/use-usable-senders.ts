import { listSenders } from '../../../../src/services/senders/contract.ts';
import { useRead } from '../../../lib/use-read.ts';
import { useCurrentUser } from '../../../state/session.ts';

/** The senders that the account may choose now: accepted names and its own numbers. */
export function useUsableSenders(): string[] {
  const { id } = useCurrentUser();
  const { data } = useRead(listSenders, { id });
  if (!data) return [];
  const names = data.names.filter(({ status }) => status === 'accepted').map(({ name }) => name);
  const numbers = data.numbers
    .filter(({ state }) => state !== 'code_sent' && state !== 'ended')
    .map(({ number }) => number);
  return [...names, ...new Set(numbers)];
}
