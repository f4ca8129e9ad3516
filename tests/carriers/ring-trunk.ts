import { sipLocation } from '../../db/schema/index.ts';
import { askAsEdge } from '../sip/as-edge.ts';
import { receiveSipCall } from '../../src/services/sip/incoming/contract.ts';
import type { AnswerPlan } from '../../src/services/numbers/answer-contract.ts';
import { always, CALLER } from '../api/voice/incoming.ts';
import { readAnswer, type TestApp } from '../kit/index.ts';
import { PROXY_TOKEN, REALM, type Trunk } from '../sip/trunk.ts';
import type { VoiceDialect } from './voice-dialect.ts';

/** Where carriers reach the edge. */
export const EDGE = 'edge.example.com:5061;transport=tls';

/** The carrier with SIP addresses of its own, and an edge that it reaches. */
export const withEdge = (dialect: VoiceDialect): VoiceDialect => ({
  ...dialect,
  env: {
    ...dialect.env,
    SIP_PROXY_TOKEN: PROXY_TOKEN,
    SIP_REALM: REALM,
    SIP_PUBLIC_ADDRESS: EDGE,
    [`${dialect.name.toUpperCase()}_SIP_ADDRESSES`]: '192.0.2.0/28',
    SANDBOX_SIP_ADDRESSES: '198.51.100.7',
  },
});

/** A step that rings a trunk. */
export const ring = ({ trunkId }: Trunk): AnswerPlan['steps'][number] =>
  always({ kind: 'trunk' as const, trunkId, ring: 'in-turn' as const, ringSeconds: 20 });

/** A telephone registers with the trunk, as the edge writes it. */
export const register = (app: TestApp, { credentials: { username } }: Trunk) =>
  app.deps.db.insert(sipLocation).values({
    ruid: crypto.randomUUID(),
    username,
    contact: 'sip:desk@192.0.2.77',
    expires: new Date(app.clock.now().getTime() + 3_600_000),
  });

/** The user of the SIP address that stands in what a carrier was told. */
export function ringUser(told: string): string {
  const user = /sip:(ring-[0-9a-f-]+)@edge\.example\.com:5061;transport=tls/.exec(told)?.[1];
  if (user === undefined) throw new Error(`no SIP address in ${told}`);
  return user;
}

/** The edge's request when a call comes to such an address. */
export const askEdge = (app: TestApp, called: string, more: object = {}): Promise<Response> =>
  askAsEdge(app, '/api/sip/incoming-calls', {
    ...{ carrier: 'twilio', called, caller: CALLER.slice(1), cseq: 1, source: '192.0.2.10:5060' },
    ...more,
  });

/** The answer to that, where the call is known. */
export const decided = (app: TestApp, called: string, more: object = {}) =>
  readAnswer(askEdge(app, called, more), receiveSipCall);
