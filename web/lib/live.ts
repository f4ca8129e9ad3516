import { useSession } from '../state/session.ts';
import { ApiError, getJson } from './call.ts';
import { EVENT_NAMES, type EventName, eventOf, type LiveHandlers } from './live-events.ts';
import { liveHandlers } from './live-handlers.ts';
import { useLiveStatus } from './live-status.ts';
import { invalidate } from './reads.ts';

const FIRST_RETRY_MILLISECONDS = 2_000;
const LONGEST_RETRY_MILLISECONDS = 30_000;

/**
 * The server sends something every 15 s. After this long without anything the connection counts as lost, even
 * if the browser shows it as open.
 */
const SILENCE_MILLISECONDS = 25_000;

/**
 * Opens the only live connection of a signed-in session and writes what it says into the query cache. If the
 * connection breaks once, the browser opens it again and names the last event that it saw, so nothing is
 * missed. If it breaks again, is silent or loses the network, it counts as offline. It is opened again after
 * longer and longer pauses, or at once when the network is back or the person asks for it. Everything that
 * was read before the new connection is then read again, because it may have changed in between.
 * @returns a function that closes it
 */
export function connectLive(userId: string): () => void {
  const connection = new LiveConnection(liveHandlers(userId));
  connection.start();
  return () => connection.close();
}

class LiveConnection {
  #source: EventSource | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #pause = FIRST_RETRY_MILLISECONDS;
  #hasBroken = false;
  #closed = false;

  constructor(private readonly handlers: LiveHandlers) {}

  start(): void {
    useLiveStatus.setState({ status: 'connecting', retryAt: null, tryNow: this.#back });
    addEventListener('offline', this.#goOffline);
    addEventListener('online', this.#back);
    this.#open();
  }

  close(): void {
    this.#closed = true;
    removeEventListener('offline', this.#goOffline);
    removeEventListener('online', this.#back);
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    this.#source?.close();
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    const opened = new EventSource('/api/events', { withCredentials: true });
    this.#source = opened;
    this.#heard();
    let first = true;
    opened.onopen = () => {
      this.#isOpen(first);
      first = false;
    };
    opened.onerror = () => this.#broke(opened);
    opened.addEventListener('heartbeat', () => this.#heard());
    for (const name of EVENT_NAMES) {
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
        this.#heard();
        handleEvent(name, data, this.handlers[name]);
      });
    }
  }

  /** @param first false if the browser itself has reconnected and named the last event that it saw */
  #isOpen(first: boolean): void {
    this.#heard();
    if (first) rereadOlderThan(Date.now());
    // The balance is kept with the session. A new stream does not say what changed it before.
    if (first) void useSession.getState().refresh();
    this.#hasBroken = false;
    this.#pause = FIRST_RETRY_MILLISECONDS;
    useLiveStatus.setState({ status: 'live', retryAt: null });
  }

  #broke({ readyState }: EventSource): void {
    if (this.#hasBroken || !navigator.onLine || readyState === EventSource.CLOSED) return this.#goOffline();
    this.#hasBroken = true;
    useLiveStatus.setState({ status: 'reconnecting' });
  }

  /** Something came from the server, so the connection works at this moment. */
  #heard(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#goOffline, SILENCE_MILLISECONDS);
  }

  readonly #goOffline = (): void => {
    if (this.#closed) return;
    clearTimeout(this.#silence);
    clearTimeout(this.#retry);
    this.#source?.close();
    const wait = this.#pause * (0.75 + Math.random() / 2);
    this.#pause = Math.min(this.#pause * 2, LONGEST_RETRY_MILLISECONDS);
    this.#retry = setTimeout(this.#back, wait);
    useLiveStatus.setState({ status: 'offline', retryAt: Date.now() + wait });
  };

  readonly #back = (): void => void this.#tryNow();

  async #tryNow(): Promise<void> {
    clearTimeout(this.#retry);
    useLiveStatus.setState({ status: 'offline', retryAt: null });
    const stands = await sessionStands();
    if (this.#closed || stands === 'ended') return;
    if (stands === 'unanswered') this.#goOffline();
    else this.#open();
  }
}

/** Reads everything on the screen again if an event does not match its schema. A newer server can send such events. */
function handleEvent<Name extends EventName>(name: Name, text: string, handle: LiveHandlers[Name]): void {
  const event = eventOf(name, text);
  if (event === null) rereadOlderThan(Date.now());
  else handle(event);
}

/** Reads again what was read, or asked for, before `time`, and what could not be read. */
function rereadOlderThan(time: number): void {
  void invalidate({ predicate: ({ state }) => state.dataUpdatedAt < time });
}

/** Tells whether the server knows the session. If it says that nobody is signed in, the session ends here, too. */
async function sessionStands(): Promise<'stands' | 'ended' | 'unanswered'> {
  try {
    await getJson('/api/auth/session');
    return 'stands';
  } catch (error) {
    if (!(error instanceof ApiError)) return 'unanswered';
    return error.status === 401 ? 'ended' : 'unanswered';
  }
}
