import { appForFile, RunningClock, type TestApp } from '../kit/index.ts';
import { PROXY_TOKEN, REALM } from './trunk.ts';

/** An application behind an edge for all tests of a file, whose books are sound in the end. */
export const sipApp = (env: Record<string, string>): Promise<TestApp> =>
  appForFile({
    clock: new RunningClock(),
    env: { SIP_PROXY_TOKEN: PROXY_TOKEN, SIP_REALM: REALM, ...env },
    soundBooks: true,
  });
