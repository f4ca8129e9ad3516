import { createSandbox, type SandboxSettings } from '../../src/carriers/adapters/sandbox/sandbox.ts';
import type { VoiceCarrier } from '../../src/carriers/voice-port.ts';
import type { Adapter, Carrier, OutgoingSms, SendResult } from '../../src/carriers/port.ts';

/** The two simulated carriers without delays, so that tests do not wait. */
export function quickSandboxes(settings: Partial<SandboxSettings> = {}): [Adapter, Adapter] {
  const quick: SandboxSettings = {
    concurrency: 50,
    perSecond: 5000,
    latencyMs: [0, 2],
    reportDelayMs: [0, 0],
    calls: { latencyMs: [0, 2], ringsAfterMs: [0, 0], answersAfterMs: [0, 0], lastsMs: [0, 0], tone: 1 },
    ...settings,
  };
  return [createSandbox('sandbox', quick), createSandbox('sandbox-backup', quick)];
}

/** A carrier that does some things as a test says: `change` gets it as it is opened. */
export const changed = (adapter: Adapter, change: (carrier: Carrier) => void): Adapter => ({
  ...adapter,
  open: (host) => {
    const carrier: Carrier = adapter.open(host);
    change(carrier);
    return carrier;
  },
});

export const changedSandbox = (change: (carrier: Carrier) => void, settings?: Partial<SandboxSettings>): Adapter =>
  changed(quickSandboxes(settings)[0], change);

/** The same for what a carrier does with calls. */
export const changedVoice = (adapter: Adapter, change: (voice: VoiceCarrier) => void): Adapter =>
  changed(adapter, ({ voice }) => {
    if (!voice) throw new Error('it places no calls');
    change(voice);
  });

type Send = Carrier['sendSms'];

/** A carrier whose answers to sends a test gives; `own` gives its own. */
export const sendingBy = (
  adapter: Adapter,
  answer: (sms: OutgoingSms, own: Send) => SendResult | Promise<SendResult>,
): Adapter =>
  changed(adapter, (carrier) => {
    const own = carrier.sendSms.bind(carrier);
    carrier.sendSms = async (sms) => answer(sms, own);
  });

/** A simulated carrier that delays every hand-over until the test releases it. */
export function heldSandbox(): { adapter: Adapter; handedOver(): number; letGo(): void } {
  const gate = Promise.withResolvers<void>();
  let handedOver = 0;
  const adapter = sendingBy(quickSandboxes()[0], async (sms, own) => {
    handedOver++;
    await gate.promise;
    return own(sms);
  });
  return { adapter, handedOver: () => handedOver, letGo: () => gate.resolve() };
}
