import { PACE } from '../api/voice/calls.ts';
import { quickSandboxes, startTestApp, type TestApp } from '../kit/index.ts';
import { MOST_CALLS } from './apply.ts';

/** Starts a server on which nothing happens by itself, and whose carrier sells every number that it is asked for. */
export const startQuietApp = (databaseUrl: string): Promise<TestApp> => {
  const adapters = quickSandboxes({ calls: PACE }).map((adapter) => ({
    ...adapter,
    open: (...host: Parameters<typeof adapter.open>) => {
      const carrier = adapter.open(...host);
      carrier.availableNumbers = async (_country, _limit, exactly) => (exactly ? [{ number: exactly }] : []);
      return carrier;
    },
  }));
  return startTestApp({ databaseUrl, background: false, adapters, env: { CALLS_AT_ONCE: String(MOST_CALLS) } });
};
