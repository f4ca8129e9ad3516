import { connectLive } from '../../../web/lib/live.ts';
import { useSession } from '../../../web/state/session.ts';
import { useLiveStatus } from '../../../web/lib/live-status.ts';

/** The browser's connection, on which a test says what the server says. */
class Source extends EventTarget {
  static last: Source | undefined;
  readonly readyState = 1;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    Source.last = this;
  }
  close(): void {}
}

const browser = globalThis as Record<string, unknown>;
const actual = browser.EventSource;
let close: () => void;
const { refresh } = useSession.getState();
const refreshed = jest.fn(async () => true);
beforeEach(() => {
  useSession.setState({ refresh: refreshed });
  jest.useFakeTimers();
  browser.EventSource = Source;
  close = connectLive('somebody');
  Source.last?.onopen?.();
});
afterEach(() => {
  close();
  browser.EventSource = actual;
  useSession.setState({ refresh });
  refreshed.mockClear();
  jest.useRealTimers();
});

const status = () => useLiveStatus.getState().status;

test('a connection counts as lost after 25 s in which nothing came, and a heartbeat is something', () => {
  expect(status()).toBe('live');
  for (let beat = 1; beat <= 3; beat++) {
    jest.advanceTimersByTime(24_999);
    expect(status()).toBe('live');
    Source.last?.dispatchEvent(new Event('heartbeat'));
  }
  jest.advanceTimersByTime(24_999);
  expect(status()).toBe('live');
  jest.advanceTimersByTime(1);
  expect(status()).toBe('offline');
});

test('each new stream has the balance read again: what changed it before, no event says', () => {
  expect(refreshed).toHaveBeenCalledTimes(1);
  Source.last?.onopen?.();
  expect(refreshed).toHaveBeenCalledTimes(1);
});
