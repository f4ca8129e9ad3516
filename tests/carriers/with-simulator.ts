import { afterEach, beforeEach, expect } from 'bun:test';
import type { Carrier, OutgoingSms, SendResult } from '../../src/carriers/port.ts';
import { carriersAt, hostFor, PUBLIC_CALLBACK, sms } from './accounts.ts';
import type { Json } from './description-file.ts';
import type { Answered, Dialect } from './dialects.ts';
import { Simulator } from './simulator.ts';

/** The carrier of the test that runs, and its counterpart at a real socket. */
export let carrier: Carrier;
export let simulator: Simulator;

/**
 * Gives each test of a file, or of a `describe`, a carrier and its simulator. After the test no request and no answer
 * may differ from the carrier's description.
 */
export function withSimulator(dialect: Dialect): void {
  beforeEach(async () => {
    simulator = new Simulator(dialect);
    const host = hostFor(carriersAt(await simulator.listen()));
    carrier = dialect.adapter({ sendMs: 1500, healthMs: 1000 }).open(host);
  });
  afterEach(async () => {
    await simulator.stop();
    expect(simulator.faults).toEqual([]);
  });
}

export const ok = (body: Json, status = 200): Answered => ({ status, body });

/** The bodies of the requests so far by this method. */
export const bodies = (method: string): string[] =>
  simulator.requests.filter((request) => request.method === method).map(({ body }) => body);

/** A message by the carrier of the test. */
export const smsBy = (more: Partial<OutgoingSms> = {}): OutgoingSms =>
  sms({ callbackUrl: `${PUBLIC_CALLBACK}/${carrier.name}`, ...more });

/** Sends a message to which the counterpart answers so. */
export function answeredWith(answer: Answered, more: Partial<OutgoingSms> = {}): Promise<SendResult> {
  simulator.answerSends(answer);
  return carrier.sendSms(smsBy(more));
}
