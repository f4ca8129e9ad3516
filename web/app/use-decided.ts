import { useEffect, useState } from 'react';
import { useTransactions } from '../lib/use-transactions.ts';
import { markRead, type Notice } from '../ui/toast-store.ts';

/**
 * The payments that were decided while this tab was closed. Those are unread whose time is behind the newest one that
 * this browser has shown; what was decided before it was first opened is not.
 */
export function useDecided(userId: string, kept: readonly Notice[]) {
  const { rows, isPending, isError } = useTransactions(userId);
  const [, setLooked] = useState(0);
  const key = `topline-decided:${userId}`;
  const seen = localStorage.getItem(key);
  const told = new Set(kept.map(({ place }) => place && 'params' in place && JSON.stringify(place.params)));
  const decided = rows.flatMap((row) => {
    const at = row.settledAt;
    if (!at || !row.cryptocurrency || told.has(JSON.stringify({ paymentId: row.id }))) return [];
    return [{ row, at, isUnread: seen !== null && at > seen }];
  });
  const newest = rows.reduce((last, { settledAt }) => (settledAt && settledAt > last ? settledAt : last), '');
  useEffect(() => {
    if (seen === null && !isPending && !isError) localStorage.setItem(key, newest);
  });
  const markSeen = () => {
    markRead();
    localStorage.setItem(key, newest);
    setLooked((count) => count + 1);
  };
  return { decided, markSeen };
}
