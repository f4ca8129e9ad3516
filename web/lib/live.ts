import { ApiError, getJson } from './call.ts';
import { EVENT_NAMES, type EventName, eventOf } from './live-events.ts';
import { liveHandlers, type LiveHandlers } from './live-handlers.ts';
import { useLiveStatus } from './live-status.ts';
import { queryClient } from './query-client.ts';

const FIRST_RETRY_MILLISECONDS = 1_000;
const LONGEST_RETRY_MILLISECONDS = 30_000;

/** After an interruption longer than this everything on the screen is read again. */
const LONG_INTERRUPTION_MILLISECONDS = 60_000;

/**
 * Opens the one live connection of a signed-in session and feeds what it says into the query cache.
 *
 * A connection that breaks is taken up again by the browser itself, which names the last event it saw,
 * so nothing is missed. One that the server refuses is opened anew with growing pauses, after asking
 * whether the session still stands. What was read before the connection stood is read again, because
 * it may have changed in between.
 *
 * @returns Closes it.
 */
export function connectLive(userId: string): () => void {
  const handlers = liveHandlers(userId);
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_RETRY_MILLISECONDS;
  let lostAt: number | null = null;
  let closed = false;

  function open(): void {
    const opened = new EventSource('/api/events', { withCredentials: true });
    let first = true;
    source = opened;
    opened.onopen = () => {
      if (first || interruptedForLong(lostAt)) rereadOlderThan(Date.now());
      first = false;
      lostAt = null;
      pause = FIRST_RETRY_MILLISECONDS;
      useLiveStatus.setState({ status: 'live' });
    };
    opened.onerror = () => {
      lostAt ??= Date.now();
      useLiveStatus.setState({ status: 'reconnecting' });
      if (opened.readyState === EventSource.CLOSED) openLater();
    };
    for (const name of EVENT_NAMES) {
      opened.addEventListener(name, ({ data }: MessageEvent<string>) =>
        handleEvent(name, data, handlers[name]),
      );
    }
  }

  function openLater(): void {
    retry = setTimeout(
      async () => {
        if ((await sessionStands()) && !closed) open();
      },
      pause * (0.75 + Math.random() / 2),
    );
    pause = Math.min(pause * 2, LONGEST_RETRY_MILLISECONDS);
  }

  useLiveStatus.setState({ status: 'connecting' });
  open();
  return () => {
    closed = true;
    clearTimeout(retry);
    source?.close();
  };
}

/** One that is not of the shape it promises, as from a newer server, has all that is shown read again. */
function handleEvent<Name extends EventName>(name: Name, text: string, handle: LiveHandlers[Name]): void {
  const event = eventOf(name, text);
  if (event === null) rereadOlderThan(Date.now());
  else handle(event);
}

const interruptedForLong = (lostAt: number | null): boolean =>
  lostAt !== null && Date.now() - lostAt > LONG_INTERRUPTION_MILLISECONDS;

/** Reads again what was read before `time`: at once where it is on the screen, else when it is next shown. */
function rereadOlderThan(time: number): void {
  void queryClient.invalidateQueries({
    predicate: ({ state }) => state.dataUpdatedAt > 0 && state.dataUpdatedAt < time,
  });
}

/** False only where the server says that nobody is signed in; asking also ends the session here. */
async function sessionStands(): Promise<boolean> {
  try {
    await getJson('/api/auth/session');
    return true;
  } catch (error) {
    return !(error instanceof ApiError && error.status === 401);
  }
}
