import { credit, makeApprover, makeReseller, type TestActor } from '../../kit/actors.ts';
import { appForFile, quickSandboxes, type TestApp } from '../../kit/index.ts';
import { PACE } from '../voice/calls.ts';

/** Where every endpoint can be called with success: a server for the tests of a file, on which nothing happens by itself. */
export interface World {
  app: TestApp;
  admin: TestActor;
}

export const PUBLIC_URL = 'https://topline.example';
export const SIP_PROXY_TOKEN = 'the-proxy-s-own-long-secret';

export async function startWorld(): Promise<World> {
  const app = await appForFile({
    background: false,
    adapters: quickSandboxes({ calls: PACE }),
    env: {
      PUBLIC_URL,
      SIP_PROXY_TOKEN,
      SIP_WEBSOCKET_URL: 'wss://sip.example.com',
      SANDBOX_SIP_ROUTE: 'sip:192.0.2.1',
      WEBHOOKS_TO_LOOPBACK: 'on',
      APPROVAL_ABOVE_GBP: '5000',
      CODE_CALLER_ID: '+442071234567',
      DNS_SERVERS: '127.0.0.1:9',
      // Nobody answers there: the payment stays as it was.
      CHAIN_BTC_URL: 'http://127.0.0.1:9',
    },
  });
  const admin = await makeApprover(app);
  // Which carrier is the active one is written down when it is first asked for.
  await admin.as('/api/telecom/providers');
  return { app, admin };
}

/** Somebody who may have everything that is sold: a reseller with credit. */
export async function makeOwner({ app }: World): Promise<TestActor> {
  const owner = await makeReseller(app);
  await credit(app, owner, '5000.00');
  return owner;
}
