import { appForFile, forFile, RunningClock, type TestApp } from '../kit/index.ts';
import { knowsCarriers, startEdge } from './edge.ts';
import { CARRIER_ADDRESS } from './sipp.ts';
import { openUdpCarrier } from './udp-carrier.ts';
import { PROXY_TOKEN, REALM } from './trunk.ts';

/** An application behind an edge for all tests of a file, whose books are sound in the end. */
export const sipApp = (env: Record<string, string>): Promise<TestApp> =>
  appForFile({
    clock: new RunningClock(),
    env: { SIP_PROXY_TOKEN: PROXY_TOKEN, SIP_REALM: REALM, ...env },
    soundBooks: true,
  });

type Settings = Record<string, string>;

/** The same with a carrier whose messages are plain to read, and an edge (Kamailio) that knows it. */
export async function sipAppWithEdge(env: Settings = {}, settings: Settings | ((app: TestApp) => Settings) = {}) {
  const carrier = await forFile(openUdpCarrier(null));
  const routes = { SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}`, SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS };
  const app = await sipApp({ ...routes, ...env });
  const edge = await forFile(startEdge(app, typeof settings === 'function' ? settings(app) : settings));
  await knowsCarriers(edge, ['sandbox']);
  return { carrier, app, edge };
}
