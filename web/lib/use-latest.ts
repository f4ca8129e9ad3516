import { useEffect, useState } from 'react';

/** What was read last for what is wanted; undefined until then. What cannot be read changes nothing. */
export function useLatest<Read>(
  read: (signal: AbortSignal) => Promise<Read>,
  wanted: readonly unknown[],
): Read | undefined {
  const [latest, setLatest] = useState<Read>();
  useEffect(() => {
    const over = new AbortController();
    void read(over.signal).then(
      (found) => !over.signal.aborted && setLatest(found),
      () => undefined,
    );
    return () => over.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is read by what is wanted
  }, wanted);
  return latest;
}
