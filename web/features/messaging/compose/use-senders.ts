import { useEffect, useState } from 'react';
import { listSenders } from '../../../../src/services/senders/contract.ts';
import { listSms } from '../../../../src/services/messaging/history-contract.ts';
import { t } from '../../../lib/i18n.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useRead } from '../../../lib/reads.ts';
import { toastUndo } from '../../../ui/toast.tsx';

/**
 * The senders that the account may choose now: those of its messages, the newest first, accepted names and its numbers.
 * `takeOff` takes one of its messages off the list of this browser, until something is sent from it again.
 * @param form where the first of them is filled in once they are known, if it has none
 */
export function useSenders(
  id: string,
  form: { getValues: (name: 'senderId') => string; setValue: (name: 'senderId', sender: string) => void },
) {
  const [, setChanged] = useState(0);
  const sent = usePagedList(listSms, { params: { id }, query: {} });
  const { data } = useRead(listSenders, { id });
  const names = (data?.names ?? []).filter(({ status }) => status === 'accepted').map(({ name }) => name);
  const numbers = (data?.numbers ?? [])
    .filter(({ state }) => state !== 'code_sent' && state !== 'ended')
    .map(({ number }) => number);
  const own = new Set([...names, ...numbers]);
  const lastSent = new Map(sent.rows.toReversed().map(({ senderId, sentAt }) => [senderId, sentAt]));
  const key = `topline-senders-off:${id}`;
  const read = (): Record<string, string> => JSON.parse(localStorage.getItem(key) ?? '{}');
  const off = read();
  const keep = (sender: string, at: string | undefined) => {
    localStorage.setItem(key, JSON.stringify({ ...read(), [sender]: at }));
    setChanged((count) => count + 1);
  };
  const used = sent.rows
    .map(({ senderId }) => senderId)
    .filter((each) => (data?.approval ? own.has(each) : each !== ''))
    .filter((each) => own.has(each) || off[each] !== lastSent.get(each));
  const offered = [...new Set([...used, ...own])];
  const first = data && !sent.isPending ? offered[0] : undefined;
  useEffect(() => {
    if (first !== undefined && !form.getValues('senderId')) form.setValue('senderId', first);
  }, [first, form]);
  return {
    offered,
    mayTakeOff: (sender: string) => used.includes(sender) && !own.has(sender),
    takeOff: (sender: string) => {
      keep(sender, lastSent.get(sender));
      toastUndo(t('sms.compose.notOffered', { sender }), () => keep(sender, undefined));
    },
  };
}
