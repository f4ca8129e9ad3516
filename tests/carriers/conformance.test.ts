import { ADAPTERS } from '../../src/carriers/registry.ts';
import type { CarrierCallback, SendResult } from '../../src/carriers/port.ts';
import { PUBLIC_CALLBACK } from './accounts.ts';
import { KINDS, type Subject, type Treatment } from './subjects.ts';
import { there } from '../kit/there.ts';

/** The duties of every carrier, whatever its language: each adapter against a counterpart at a real socket. */

const REFERENCE = '0191b2c3-0000-7000-8000-000000000001';

test('every adapter is here', () => {
  expect(KINDS.map(({ name }) => name).toSorted()).toEqual(ADAPTERS.map(({ name }) => name).toSorted());
});

describe.each(KINDS.map((kind) => ({ ...kind })))('$name', (kind) => {
  let subject: Subject;
  beforeEach(async () => {
    subject = await kind.open();
  });
  afterEach(async () => {
    const faults = subject.faults();
    await subject.end();
    expect(faults).toEqual([]);
  });

  /** Registers a test for a treatment that this counterpart is capable of. */
  const where = (treatment: Treatment, name: string, run: () => Promise<void>) => {
    if (kind.treatments.includes(treatment)) test(name, run);
  };
  const send = async (treatment: Treatment): Promise<SendResult> =>
    subject.carrier.sendSms(await subject.treat(treatment));
  const sendAccepted = async (): Promise<string> => {
    const result = await send('accept');
    if (result.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(result)}`);
    return result.carrierMessageId;
  };

  /** Registers a test of reports over HTTP; a carrier that brings them over its own connection takes none that comes so. */
  const whereCalledBack = (name: string, run: () => Promise<void>) => {
    if (kind.callsBack) test(name, run);
    else
      test(`takes no report over HTTP: ${name}`, async () => {
        const body = `id:${await sendAccepted()} stat:DELIVRD`;
        const posted = { url: PUBLIC_CALLBACK, headers: new Headers(), body };
        const refused = { reason: 'bad_signature', status: 403 };
        await expect(subject.carrier.parseCallback(posted)).rejects.toMatchObject(refused);
      });
  };
  const calledBack = async (): Promise<CarrierCallback> => {
    return there(await subject.callback(await sendAccepted()), 'there is no report over HTTP');
  };

  test('has its name, and limits that let it send', () => {
    expect(subject.carrier.name).toBe(kind.name);
    expect(subject.carrier.limits.concurrency).toBeGreaterThan(0);
    expect(subject.carrier.limits.perSecond).toBeGreaterThan(0);
  });

  test('is healthy where its counterpart answers', async () => {
    expect(await subject.carrier.health()).toEqual({ healthy: true, detail: null });
  });

  where('down', 'is not healthy where it cannot be reached, and says why', async () => {
    await subject.treat('down');
    const { healthy, detail } = await subject.carrier.health();
    expect(healthy).toBe(false);
    expect(detail).toMatch(/\w/);
  });

  where('accept', 'hands over one message, once, and gives its id', async () => {
    const first = await sendAccepted();
    expect(first).toMatch(/\w/);
    expect(await subject.taken()).toBe(1);
    expect(await sendAccepted()).not.toBe(first);
  });

  where('invalid-number', 'says for certain that a wrong number will never do', async () => {
    const result = await send('invalid-number');
    expect(result).toMatchObject({ kind: 'refused', retry: 'never' });
    if (result.kind !== 'refused') throw new Error('it was not refused');
    expect(result.code).toMatch(/\w/);
    expect(result.customerWords).toMatch(/number/);
    expect(await subject.taken()).toBe(0);
  });

  where('throttle', 'says that a busy carrier may be tried later', async () => {
    expect(await send('throttle')).toMatchObject({ kind: 'refused', retry: 'later' });
    expect(await subject.taken()).toBe(0);
  });

  where('wrong-credentials', 'sends the message another way where our account is refused', async () => {
    const result = await send('wrong-credentials');
    expect(result).toMatchObject({ kind: 'refused', retry: 'other-carrier' });
    // The customer learns nothing of our account with the carrier.
    expect(JSON.stringify(result)).not.toMatch(/credential|account|password/i);
  });

  where('down', 'says for certain that nothing left where it cannot be reached', async () => {
    expect(await send('down')).toMatchObject({ kind: 'refused', retry: 'later' });
  });

  for (const treatment of ['fault', 'silent', 'reset', 'garbage'] as const) {
    where(
      treatment,
      `leaves open what became of a message whose carrier took it and then was ${treatment}`,
      async () => {
        expect((await send(treatment)).kind).toBe('uncertain');
        // Not twice, either: nothing below the adapter tries again by itself.
        expect(await subject.taken()).toBe(1);
      },
    );
  }

  where('accept', 'reads reports: what arrived, and in plain words what did not', async () => {
    const id = await sendAccepted();
    const reference = subject.saysReference ? { reference: REFERENCE } : {};
    const arrived = { carrierMessageId: id, ...reference, customerWords: null };
    expect(await subject.report(id, 'sent')).toEqual([{ ...arrived, outcome: 'sent' }]);
    expect(await subject.report(id, 'delivered')).toEqual([{ ...arrived, outcome: 'delivered' }]);
    const [lost] = await subject.report(id, 'undelivered');
    expect(lost).toMatchObject({ carrierMessageId: id, outcome: 'undelivered' });
    expect(lost?.customerWords).toMatch(/^[A-Z][\w' ]+$/);
  });

  where('accept', 'reads the same report twice alike', async () => {
    const id = await sendAccepted();
    expect(await subject.report(id, 'delivered')).toEqual(await subject.report(id, 'delivered'));
  });

  whereCalledBack('tells a copy of a report from every other report', async () => {
    const callback = await calledBack();
    const another = await calledBack();
    const sealOf = async (given: CarrierCallback) => (await subject.carrier.parseCallback(given)).seal;
    const seal = await sealOf(callback);
    expect(await sealOf(callback)).toEqual(seal);
    expect((await sealOf(another)).signature).not.toBe(seal.signature);
    if (!subject.signs) return;
    // Until the very end of the time for which it is kept, the signature itself holds.
    subject.clock.advance(seal.staleAt.getTime() - subject.clock.now().getTime() - 2500);
    expect(await sealOf(callback)).toEqual(seal);
  });

  whereCalledBack("refuses a report that is changed, unsigned, someone else's or stale", async () => {
    const callback = await calledBack();
    const { carrier } = subject;
    const refused = { reason: 'bad_signature', status: 403 };
    const { news, seal } = await carrier.parseCallback(callback);
    expect(news).toHaveLength(1);
    if (!subject.signs) {
      for (const url of [callback.url.replace(/secret=./, 'secret=X'), callback.url.replace(/\?.*/, '')]) {
        await expect(carrier.parseCallback({ ...callback, url })).rejects.toMatchObject(refused);
      }
      return;
    }
    const other = callback.body.replace(/delivered/, 'undelivered');
    await expect(carrier.parseCallback({ ...callback, body: other })).rejects.toMatchObject(refused);
    const bare = { ...callback, headers: new Headers(), body: callback.body.replace(/"sig":"\w+"/, '"sig":""') };
    await expect(carrier.parseCallback(bare)).rejects.toMatchObject(refused);
    subject.clock.advance(seal.staleAt.getTime() - subject.clock.now().getTime());
    await expect(carrier.parseCallback(callback)).rejects.toMatchObject(refused);
  });
});
