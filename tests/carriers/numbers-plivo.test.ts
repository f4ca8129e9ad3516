import { describe, expect, test } from 'bun:test';
import type { Carrier } from '../../src/carriers/port.ts';
import { callsUrl } from '../../src/carriers/callback-url.ts';
import { secretUrl } from '../../src/carriers/adapters/callback-signature.ts';
import { hostFor } from './accounts.ts';
import type { Json } from './description-file.ts';
import { plivo } from './dialect-plivo.ts';
import type { Answered } from './dialects.ts';
import type { Simulator } from './simulator.ts';
import { useSimulator } from './use-simulator.ts';

const NUMBER = '+442079460123';
const OWNER = { owner: '0191b2c3-0000-7000-8000-000000000003', made: {} };
const REFERENCE = '0191b2c3-0000-7000-8000-000000000002';
const ok = (body: Json, status = 200): Answered => ({ status, body });
let simulator: Simulator;
let carrier: Carrier;

const bodies = (method: string): string[] =>
  simulator.requests.filter((request) => request.method === method).map(({ body }) => body);

describe('plivo', () => {
  useSimulator(plivo, (made) => {
    ({ simulator, carrier } = made);
  });
  const digits = NUMBER.slice(1);
  const offers = (count: number, first: Record<string, Json> = {}): Answered => {
    const other = (index: number) => ({ number: String(442_079_461_000 + index), restriction: null });
    const objects = Array.from({ length: count }, (_, index) => other(index));
    return ok({ objects: [{ ...other(999), ...first }, ...objects.slice(1)] });
  };
  const bought = (status: string) =>
    ok({ message: 'created', status: 'fulfilled', numbers: [{ number: digits, status }] }, 201);
  const missing = ok({ error: 'not found' }, 404);
  const isOurs = ok({ number: digits });

  test('offers numbers page by page, but none for which it wants papers', async () => {
    simulator.script('GET', /PhoneNumber/, offers(20, { restriction: 'city-address' }), offers(20), offers(3));
    const found = (await carrier.availableNumbers?.('GB', 100)) ?? [];
    expect(found).toHaveLength(42);
    expect(found[0]).toEqual({ number: '+442079461001' });
    const pages = simulator.requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('offset'));
    expect(pages).toEqual(['0', '20', '40']);
  });

  test('says what a number carries', async () => {
    simulator.script('GET', /PhoneNumber/, offers(1, { sms_enabled: false, voice_enabled: true }));
    const [told] = (await carrier.availableNumbers?.('GB', 1)) ?? [];
    expect(told?.carries).toEqual({ messages: false, calls: true });
  });

  test('says what a number of ours carries, and nothing of another one', async () => {
    const own = ok({ number: digits, sms_enabled: true, voice_enabled: false });
    simulator.script('GET', /\/Number\//, own, isOurs, missing);
    const ask = () => carrier.carriesOf?.({ number: NUMBER, countryCode: 'GB' });
    expect(await ask()).toEqual({ messages: true, calls: false });
    expect(await ask()).toBeNull();
    expect(await ask()).toBeNull();
  });

  test('says of one number whether it is to be had', async () => {
    simulator.script('GET', /PhoneNumber/, offers(20), offers(2, { number: digits }), offers(2));
    expect(await carrier.availableNumbers?.('GB', 1, NUMBER)).toEqual([{ number: NUMBER }]);
    expect(await carrier.availableNumbers?.('GB', 1, NUMBER)).toEqual([]);
  });

  test('sells a number once, refuses one that is gone, and throws where the result is unknown', async () => {
    simulator.script('GET', /\/Number\//, missing, isOurs, missing);
    const gone = ok({ error: 'number is not available' }, 400);
    simulator.script('POST', /PhoneNumber/, bought('Success'), gone, ok('Service Unavailable', 503));
    const done = { kind: 'bought', carrierNumberId: NUMBER } as const;
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toEqual(done);
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toEqual(done);
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toMatchObject({
      ...{ kind: 'refused', code: 'number is not available' },
    });
    expect(bodies('POST')).toHaveLength(2);
    await expect(carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).rejects.toThrow(/503/);
    simulator.faults.length = 0;
  });

  test('gives a number back that waits for papers, and takes one back that is not ours any more', async () => {
    simulator.script('GET', /\/Number\//, missing);
    simulator.script('POST', /PhoneNumber/, bought('pending'));
    simulator.script('DELETE', /\/Number\//, ok(null, 204), ok(null, 204), missing);
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toMatchObject({
      ...{ kind: 'refused', code: 'pending' },
    });
    expect(bodies('DELETE')).toHaveLength(1);
    await carrier.releaseNumber?.(NUMBER);
    await carrier.releaseNumber?.(NUMBER);
    expect(bodies('DELETE')).toHaveLength(3);
  });

  test('delivers messages and calls to one application of ours, however often it is told', async () => {
    const own = { number: NUMBER, countryCode: 'GB', carrierNumberId: NUMBER };
    const address = 'https://topline.example/api/callbacks/plivo/messages';
    const host = hostFor({});
    const [told, calls] = [secretUrl(host, address), callsUrl({ deps: host }, 'plivo')];
    await host.sql.end();
    const ours = { app_id: '2', message_url: told, answer_url: calls, hangup_url: calls };
    simulator.script(
      'GET',
      /Application/,
      ok({ objects: [{ app_id: '1', message_url: address, answer_url: calls, hangup_url: calls }] }),
      ok({ objects: [{ ...ours, answer_url: told, hangup_url: '' }] }),
      ok({ objects: [ours] }),
    );
    simulator.script('POST', /Application\/$/, ok({ app_id: '2', message: 'created' }, 201));
    simulator.script('POST', /Application\/2\//, ok({ message: 'changed' }, 202));
    simulator.script('POST', /\/Number\//, ok({ message: 'changed' }, 202));
    const all = {
      ...{ message_url: told, message_method: 'POST' },
      ...{ answer_url: calls, answer_method: 'POST', hangup_url: calls, hangup_method: 'POST' },
    };
    await carrier.incomingSms?.setAddress?.(own, address);
    const posted = () => bodies('POST').map((body): unknown => JSON.parse(body));
    expect(posted()).toEqual([{ app_name: 'Topline-messages', ...all }, { app_id: '2' }]);
    await carrier.incomingSms?.setAddress?.(own, address);
    expect(posted().slice(2), 'one that was made for messages only').toEqual([all, { app_id: '2' }]);
    await carrier.incomingSms?.setAddress?.(own, address);
    expect(posted().slice(4)).toEqual([{ app_id: '2' }]);
  });
});
