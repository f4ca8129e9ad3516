import type { Adapter } from '../../src/carriers/port.ts';
import { changedSandbox, eventually, funded, newNumber, RunningClock, startTestApp } from '../kit/index.ts';

const PER_SECOND = 10;
const ACCOUNTS = 50;
/** Below the carrier's rate, so that only who goes first decides. */
const EVERY_MS = 200;
const WAIT_MS = 30_000;

/** The longest that a code, and a single message, waited: in seconds. */
export interface Fairness {
  code: number;
  single: number;
}

/**
 * Measures how long codes and single messages of 49 accounts wait at a carrier of ten a second while another account has
 * 400 recipients waiting, in 40 requests of ten.
 */
export async function measureFairness(databaseUrl: string): Promise<Fairness> {
  const left = new Map<string, number>();
  const app = await startTestApp({
    databaseUrl,
    adapters: [noting(left)],
    clock: new RunningClock(),
    env: { RATE_LIMITS: 'off' },
  });
  try {
    const [greedy, ...others] = await Promise.all(
      Array.from({ length: ACCOUNTS }, () => funded(app, '20.00')),
    );
    if (!greedy) throw new Error('the bench needs accounts');
    const send = (person: typeof greedy, json: object) =>
      person.as(`/api/users/${person.id}/sms`, { json: { senderId: 'Topline', ...json } });
    for (let request = 0; request < 40; request++) {
      await send(greedy, { recipients: Array.from({ length: 10 }, () => newNumber()), message: 'Many' });
    }
    const accepted = new Map<string, number>();
    for (const [place, person] of others.entries()) {
      const isCode = place % 2 === 0;
      const message = `${isCode ? 'code' : 'single'} ${place}`;
      await send(person, { recipients: [newNumber()], message, ...(isCode && { kind: 'one-time-code' }) });
      accepted.set(message, performance.now());
      await Bun.sleep(EVERY_MS);
    }
    await eventually(
      'all have left',
      async () => [...accepted.keys()].every((text) => left.has(text)),
      WAIT_MS,
    );
    const longest = (kind: keyof Fairness) =>
      Math.max(
        ...[...accepted].flatMap(([text, at]) =>
          text.startsWith(kind) ? [((left.get(text) ?? 0) - at) / 1000] : [],
        ),
      );
    return { code: longest('code'), single: longest('single') };
  } finally {
    await app.stop();
  }
}

/** A carrier of ten a second that notes when it gets each text. */
function noting(left: Map<string, number>): Adapter {
  return changedSandbox(
    (carrier) => {
      const own = carrier.sendSms.bind(carrier);
      carrier.sendSms = (sms) => {
        left.set(sms.text, performance.now());
        return own(sms);
      };
    },
    { perSecond: PER_SECOND },
  );
}
