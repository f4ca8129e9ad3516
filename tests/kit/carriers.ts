import { createSandbox, type SandboxSettings } from '../../src/carriers/adapters/sandbox/sandbox.ts';
import type { Adapter, Carrier } from '../../src/carriers/port.ts';

/** The simulated carriers without delays, so that tests do not wait. */
export function quickSandboxes(settings: Partial<SandboxSettings> = {}): Adapter[] {
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

/** A simulated carrier that does some things as a test says: `change` gets it as it is opened. */
export function changedSandbox(change: (carrier: Carrier) => void, settings?: Partial<SandboxSettings>): Adapter {
  const [quick] = quickSandboxes(settings);
  if (!quick) throw new Error('there is a simulated carrier');
  return {
    ...quick,
    open: (host) => {
      const carrier: Carrier = quick.open(host);
      change(carrier);
      return carrier;
    },
  };
}

/** A simulated carrier that delays every hand-over until the test releases it. */
export function heldSandbox(): { adapter: Adapter; handedOver(): number; letGo(): void } {
  const gate = Promise.withResolvers<void>();
  let handedOver = 0;
  const adapter = changedSandbox((carrier) => {
    const send = carrier.sendSms.bind(carrier);
    carrier.sendSms = async (sms) => {
      handedOver++;
      await gate.promise;
      return send(sms);
    };
  });
  return { adapter, handedOver: () => handedOver, letGo: () => gate.resolve() };
}
