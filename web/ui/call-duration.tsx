import { useEffect, useState } from 'react';
import type { VoiceCall } from '../../src/services/voice/contract.ts';
import { formatDuration } from '../lib/format-duration.ts';

/** How long a call, or a leg of one, lasted, or has lasted so far; nothing where nobody answered. */
export function CallDuration({ call }: { call: Pick<VoiceCall, 'status' | 'answeredAt' | 'duration'> }) {
  const talking = call.status === 'in-progress' && call.answeredAt !== null;
  if (talking && call.answeredAt) return <RunningClock since={call.answeredAt} />;
  return call.status === 'completed' ? <span>{formatDuration(call.duration)}</span> : null;
}

function RunningClock({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return <span className="tabular-nums">{formatDuration(seconds)}</span>;
}
