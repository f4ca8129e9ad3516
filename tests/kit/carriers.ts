import { createSandbox, type SandboxSettings } from '../../src/carriers/adapters/sandbox/sandbox.ts';
import type { Adapter } from '../../src/carriers/port.ts';

/** The simulated carriers without their waiting, so that a test need not wait either. */
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
