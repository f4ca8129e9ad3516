import { ADAPTERS } from '../../src/carriers/registry.ts';
import type { CallPlan } from '../../src/carriers/call-flow.ts';
import type { Carrier } from '../../src/carriers/port.ts';
import { eventually, HeldLimits } from '../kit/index.ts';
import { carriersAt, hostFor, PUBLIC_CALLBACK, smppAt, sms } from './accounts.ts';
import { Gateway } from './smpp-gateway.ts';
import { VOICE_DIALECTS } from './voice-dialects.ts';

/** A carrier that takes a connection and then says nothing, beside the program's own adapters as they are opened there. */

/** Each adapter gives up this long before the program would, so that its own words are kept. */
const [SEND_MS, HEALTH_MS] = [9500, 4500];
let hanging: Bun.TCPSocketListener;
let limits: HeldLimits;
const open: Carrier[] = [];
beforeEach(() => {
  hanging = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } });
  limits = new HeldLimits(2000);
});
afterEach(async () => {
  limits.release();
  hanging.stop(true);
  for (const carrier of open.splice(0)) await carrier.close?.();
});

function carrierAt(name: string, env: Record<string, string>): Carrier {
  const adapter = ADAPTERS.find((each) => each.name === name);
  if (!adapter) throw new Error(`there is no ${name}`);
  const carrier = adapter.open(hostFor(env));
  open.push(carrier);
  return carrier;
}

const SMS = sms();

const PLAN: CallPlan = {
  ...{ reference: SMS.reference, callerId: '+447911123456', destination: SMS.number, timeLimit: 60 },
  ...{ record: false, ivr: false, forwardTo: null, leg: null, voicemail: false },
  ...{ conferenceRoom: null, says: null },
};

const outcome = (asked: Promise<unknown>): Promise<unknown> => asked.catch(() => 'rejected');

/** Waits until the carrier's time is asked for, and lets it be over. @returns how much it was, and what came of it */
async function hung(asked: Promise<unknown>): Promise<{ ms: number; came: unknown }> {
  const { ms, runOut } = await limits.next();
  runOut();
  return { ms, came: await outcome(asked) };
}

describe.each(ADAPTERS.map(({ name }) => name).filter((name) => !/sandbox|smpp/.test(name)))('%s', (name) => {
  const opened = () => {
    const url = `http://127.0.0.1:${hanging.port}`;
    const calls = Object.assign({}, ...VOICE_DIALECTS.map(({ env }) => env));
    return carrierAt(name, { ...carriersAt(url), VONAGE_API_BASE_URL: url, ...calls });
  };

  test('is waited for so long, and then it is open what became of a message', async () => {
    const carrier = opened();
    expect(await hung(carrier.sendSms(SMS))).toMatchObject({ ms: SEND_MS, came: { kind: 'uncertain' } });
    if (carrier.lookup) expect(await hung(carrier.lookup(SMS.reference))).toEqual({ ms: SEND_MS, came: 'rejected' });
  });

  test('is waited for so long about its health, and is not healthy', async () => {
    expect(await hung(opened().health())).toMatchObject({ ms: HEALTH_MS, came: { healthy: false } });
  });

  test('is waited for so long, and then it is open what became of a call', async () => {
    const { voice } = opened();
    if (!voice) return expect(VOICE_DIALECTS.map((each) => each.name)).not.toContain(name);
    const callbackUrl = `${PUBLIC_CALLBACK}/${name}/voice`;
    const placed = await hung(voice.placeCall({ plan: PLAN, callbackUrl }));
    expect(placed).toMatchObject({ ms: SEND_MS, came: { kind: 'uncertain' } });
    expect(await hung(voice.hangUp('a-call'))).toEqual({ ms: SEND_MS, came: 'rejected' });
    const question = { reference: SMS.reference, carrierCallId: 'a-call' };
    expect(await hung(voice.lookupCall(question))).toEqual({ ms: SEND_MS, came: 'rejected' });
  });
});

describe('an SMPP gateway', () => {
  test('that does not answer a bind has got no message for certain, before the message is given up', async () => {
    const carrier = carrierAt('smpp', smppAt(hanging.port));
    const sent = await hung(carrier.sendSms(SMS));
    expect(sent.came).toMatchObject({ kind: 'refused', retry: 'later' });
    expect(sent.ms).toBeLessThan(HEALTH_MS);
  });

  test('that does not answer a message is waited for so long, and then it is open what became of it', async () => {
    const { gateway, port } = await Gateway.start();
    try {
      const carrier = carrierAt('smpp', smppAt(port));
      const bound = carrier.health();
      expect((await limits.next()).ms).toBeLessThan(HEALTH_MS);
      expect((await limits.next()).ms).toBe(HEALTH_MS);
      expect(await bound).toMatchObject({ healthy: true });
      await gateway.tell({ type: 'behave', behaviour: 'silent' });
      const sent = outcome(carrier.sendSms(SMS));
      const { ms, runOut } = await limits.next();
      // The rest of its time, after a few milliseconds.
      expect(ms).toBeLessThanOrEqual(SEND_MS);
      await eventually('the gateway has the message', async () => (await gateway.messages()).length === 1);
      runOut();
      expect(await sent).toMatchObject({ kind: 'uncertain' });
    } finally {
      limits.release();
      await gateway.kill();
    }
  });
});
