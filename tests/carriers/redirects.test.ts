import { type Redirect, startRedirect } from '../kit/redirect.ts';
import { ACCOUNT, carriersAt, hostFor, sms } from './accounts.ts';
import { DIALECTS, twilio } from './dialects.ts';

/**
 * A carrier, or a server in its place, that redirects us gets nothing at the other address: our credentials
 * stay with the carrier.
 */

let redirect: Redirect;
beforeEach(() => {
  redirect = startRedirect();
});
afterEach(() => redirect.stop());

test.each(DIALECTS.map((dialect) => [dialect.carrier, dialect] as const))(
  '%s is followed nowhere',
  async (_name, { adapter }) => {
    const host = hostFor(carriersAt(redirect.url));
    const carrier = adapter({ sendMs: 5_000, healthMs: 5_000 }).open(host);
    const sent = await carrier.sendSms(sms());
    await carrier.health().catch(() => 'down');
    await carrier.balance?.().catch(() => null);
    // Nobody knows whether a message left: nobody has refused it.
    expect(sent.kind).toBe('uncertain');
    expect(redirect.asked.length).toBeGreaterThanOrEqual(carrier.balance ? 3 : 2);
    expect(redirect.followed.map(({ url }) => url)).toEqual([]);
  },
);

test('a recording may lie elsewhere, where we are asked for nothing of ours', async () => {
  const { voice } = twilio.adapter({ sendMs: 5_000, healthMs: 5_000 }).open(hostFor(carriersAt(redirect.url)));
  const sound = await voice?.fetchRecording('RE0123456789abcdef0123456789abcdef');
  expect(sound?.contentType).toBe('audio/wav');
  const { sid, token } = ACCOUNT.twilio;
  expect(redirect.asked[0]?.authorization).toBe(`Basic ${btoa(`${sid}:${token}`)}`);
  expect(redirect.followed).toHaveLength(1);
  expect(redirect.followed[0]?.authorization).toBeNull();
});
