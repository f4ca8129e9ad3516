import { afterEach, beforeEach, expect } from 'bun:test';
import type { Carrier } from '../../src/carriers/port.ts';
import { carriersAt, hostFor } from './accounts.ts';
import type { Dialect } from './dialects.ts';
import { Simulator } from './simulator.ts';

/**
 * Gives each test of a `describe` a carrier and its simulator at a real socket. After the test no request and no answer
 * may differ from the carrier's description.
 */
export function useSimulator(
  dialect: Dialect,
  start: (made: { simulator: Simulator; carrier: Carrier }) => void,
): void {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = new Simulator(dialect);
    const host = hostFor(carriersAt(await simulator.listen()));
    start({ simulator, carrier: dialect.adapter({ sendMs: 1500, healthMs: 1000 }).open(host) });
  });
  afterEach(async () => {
    await simulator.stop();
    expect(simulator.faults).toEqual([]);
  });
}
