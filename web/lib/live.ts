import { useSession } from '../state/session.ts';
import { ApiError, getJson } from './call.ts';
import { EVENT_NAMES, type EventName, eventOf, type LiveHandlers } from './live-events.ts';
import { liveHandlers } from './live-handlers.ts';
import { useLiveStatus } from './live-status.ts';
import { invalidate } from './invalidate.ts';

const FIRST_RETRY_MILLISECONDS = 2_000;
const LONGEST_RETRY_MILLISECONDS = 30_000;

/**
 * The server sends something every 15 s. After this long without anything the connection counts as lost, even
 * if the browser shows it as open.
 */
const SILENCE_MILLISECONDS = 25_000;

/**
 * Opens the one live connection of a signed-in session and feeds what it says into the query cache.
 *
 * A connection that breaks once is opened again by the browser itself, which names the last event it saw, so
 * nothing is missed. A connection that breaks again, is silent or loses the network counts as offline. It is
 * opened again after longer and longer pauses, or at once when the network is back or the person asks for it.
 * Everything that was read before the new connection is then read again, because it may have changed in
 * between.
 *
 * @returns Closes it.
 */
export function connectLive(userId: string): () => void {
  const handlers = liveHandlers(userId);
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_RETRY_MILLISECONDS;
  let hasBroken = false;
  let wasOffline = false;
  let closed = false;

  function open(): void {
    clearTimeout(retry);
    source?.close();
    const opened = new EventSource('/api/events', { withCredentials: true });
    let first = true;
    source = opened;
    heard();
    opened.onopen = () => {
      heard();
      if (first) rereadOlderThan(Date.now());
      // The balance is kept with the session. A new stream may not say what changed it meanwhile.
      if (first && wasOffline) void useSession.getState().refresh();
      first = false;
      hasBroken = false;
      wasOffline = false;
      pause = FIRST_RETRY_MILLISECONDS;
      useLiveStatus.setState({ status: 'live', retryAt: null });
    };
    opened.onerror = () => {
      if (hasBroken || !navigator.onLine || opened.readyState === EventSource.CLOSED) return goOffline();
      hasBroken = true;
      useLiveStatus.setState({ status: 'reconnecting' });
    };
    opened.addEventListener('heartbeat', heard);
    for (const name of EVENT_NAMES) {
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
        heard();
        handleEvent(name, data, handlers[name]);
      });
    }
  }

  /** Something came from the server, so the connection works at this moment. */
  function heard(): void {
    clearTimeout(silence);
    silence = setTimeout(goOffline, SILENCE_MILLISECONDS);
  }

  function goOffline(): void {
    if (closed) return;
    clearTimeout(silence);
    clearTimeout(retry);
    source?.close();
    wasOffline = true;
    const wait = pause * (0.75 + Math.random() / 2);
    pause = Math.min(pause * 2, LONGEST_RETRY_MILLISECONDS);
    retry = setTimeout(tryNow, wait);
    useLiveStatus.setState({ status: 'offline', retryAt: Date.now() + wait });
  }

  async function tryNow(): Promise<void> {
    clearTimeout(retry);
    useLiveStatus.setState({ status: 'offline', retryAt: null });
    const stands = await sessionStands();
    if (closed || stands === 'ended') return;
    if (stands === 'unanswered') goOffline();
    else open();
  }

  const back = () => void tryNow();
  useLiveStatus.setState({ status: 'connecting', retryAt: null, tryNow: back });
  addEventListener('offline', goOffline);
  addEventListener('online', back);
  open();
  return () => {
    closed = true;
    removeEventListener('offline', goOffline);
    removeEventListener('online', back);
    clearTimeout(retry);
    clearTimeout(silence);
    source?.close();
  };
}

/**
 * Where an event has another shape than its schema, as from a newer server, everything that is shown is read
 * again.
 */
function handleEvent<Name extends EventName>(name: Name, text: string, handle: LiveHandlers[Name]): void {
  const event = eventOf(name, text);
  if (event === null) rereadOlderThan(Date.now());
  else handle(event);
}

/** Reads again what was read, or asked for, before `time`, and what could not be read. */
function rereadOlderThan(time: number): void {
  invalidate({ predicate: ({ state }) => state.dataUpdatedAt < time });
}

/** Whether the server knows the session; where it says that nobody is signed in, asking also ends it here. */
async function sessionStands(): Promise<'stands' | 'ended' | 'unanswered'> {
  try {
    await getJson('/api/auth/session');
    return 'stands';
  } catch (error) {
    if (!(error instanceof ApiError)) return 'unanswered';
    return error.status === 401 ? 'ended' : 'unanswered';
  }
}
