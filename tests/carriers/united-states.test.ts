import { z } from 'zod';
import type { SendResult } from '../../src/carriers/port.ts';
import { carriersAt, hostFor, PUBLIC_CALLBACK, TELNYX_KEYS } from './accounts.ts';
import { type Answered, type Dialect, DIALECTS, signedByTelnyx, signedByTwilio } from './dialects.ts';
import { Simulator } from './simulator.ts';
import { parseAs } from '../kit/read.ts';

const CAMPAIGN = 'b9c4f0a1-8d5e-4e4b-9a53-5b0f3a2e7c11';
const SERVICE = 'MG0123456789abcdef0123456789abcdef';
const AMERICAN = '+12125550143';
const OWN_NUMBER = '+13105550100';
const TOLL_FREE = '+18005550100';
const UNREGISTERED = 'Messages to the United States need a sender number that is registered there';
const seen = z.record(z.string(), z.unknown());
type Seen = z.infer<typeof seen>;
/** By carrier: its settings, and what of a request says whom the message is from. */
const CARRIERS: Record<
  string,
  { campaign: Record<string, string>; tollFree: string; by: Seen; from: (sender: string) => Seen }
> = {
  twilio: {
    campaign: { TWILIO_US_MESSAGING_SERVICE_SID: SERVICE },
    tollFree: 'TWILIO_US_TOLL_FREE',
    by: { MessagingServiceSid: SERVICE },
    from: (sender) => ({ From: sender }),
  },
  telnyx: {
    campaign: { TELNYX_US_MESSAGING_PROFILE_ID: CAMPAIGN },
    tollFree: 'TELNYX_US_TOLL_FREE',
    by: { messaging_profile_id: CAMPAIGN },
    from: (sender) => ({ from: sender, messaging_profile_id: '3fa85f64-5717-4562-b3fc-2c963f66afa6' }),
  },
  vonage: {
    campaign: { VONAGE_US_NUMBER: '+13105550199' },
    tollFree: 'VONAGE_US_TOLL_FREE',
    by: { from: '13105550199' },
    from: (sender) => ({ from: sender.slice(1) }),
  },
  plivo: {
    campaign: { PLIVO_US_POWERPACK_ID: CAMPAIGN },
    tollFree: 'PLIVO_US_TOLL_FREE',
    by: { powerpack_uuid: CAMPAIGN },
    from: (sender) => ({ src: sender.slice(1) }),
  },
};
/** The fields of a request that carry a picture; none for a carrier that takes none from us. */
const PICTURE_FIELDS: Record<string, (url: string) => Seen> = {
  twilio: (url) => ({ MediaUrl: url }),
  telnyx: (url) => ({ media_urls: [url] }),
  plivo: (url) => ({ type: 'mms', media_urls: [url] }),
};
const NAMES = ['From', 'from', 'src', 'MessagingServiceSid', 'messaging_profile_id', 'powerpack_uuid'];

interface Message {
  env?: Record<string, string>;
  sender?: string;
  number?: string;
  answer?: Answered;
  mediaUrl?: string;
}

/** Sends one message. Gives the result, and the sender that the carrier was given. */
async function send(dialect: Dialect, { env = {}, sender = 'Topline', number = AMERICAN, answer, mediaUrl }: Message) {
  const simulator = new Simulator(dialect);
  const host = hostFor({ ...carriersAt(await simulator.listen()), ...env });
  if (answer) simulator.answerSends(answer);
  const carrier = dialect.adapter({ sendMs: 1000, healthMs: 1000 }).open(host);
  const callbackUrl = `${PUBLIC_CALLBACK}/${dialect.carrier}`;
  const result: SendResult = await carrier.sendSms({
    ...{ reference: '0191b2c3-0000-7000-8000-000000000001', text: 'Hello' },
    ...{ sender, number, callbackUrl, ...(mediaUrl !== undefined && { mediaUrl }) },
  });
  await simulator.stop();
  expect(simulator.faults).toEqual([]);
  const bodies = simulator.requests.map(({ headers, body }): Seen => {
    const isJson = headers.get('content-type')?.includes('json');
    return isJson ? parseAs(body, seen) : Object.fromEntries(new URLSearchParams(body));
  });
  const said = bodies.map((body) =>
    Object.fromEntries(NAMES.filter((name) => name in body).map((name) => [name, body[name]])),
  );
  return {
    result,
    said,
    bodies,
    takesPicture: carrier.takesPicture?.({ sender, number }),
    urls: simulator.requests.map(({ url }) => new URL(url).pathname),
  };
}

const AMERICAN_CARRIERS = DIALECTS.filter(({ carrier }) => carrier in CARRIERS).map((dialect) => ({ ...dialect }));

describe.each(AMERICAN_CARRIERS)('$carrier', (dialect) => {
  const { campaign, tollFree, by, from } = CARRIERS[dialect.carrier] ?? CARRIERS.twilio ?? {};
  if (!campaign || !tollFree || !by || !from) throw new TypeError('a carrier has no settings here');

  test('refuses a sender that is no number of that country beforehand, where nothing is registered', async () => {
    const { result, said } = await send(dialect, {});
    expect(result).toMatchObject({ kind: 'refused', retry: 'other-carrier', customerWords: UNREGISTERED });
    // It is about this request only: nobody else loses the carrier by it.
    expect(result).not.toHaveProperty('blame');
    expect(said).toEqual([]);
  });

  test('sends by the campaign where there is one, and else by the toll-free number', async () => {
    expect((await send(dialect, { env: campaign })).said).toEqual([by]);
    expect((await send(dialect, { env: { ...campaign, [tollFree]: TOLL_FREE } })).said).toEqual([by]);
    expect((await send(dialect, { env: { [tollFree]: TOLL_FREE } })).said).toEqual([from(TOLL_FREE)]);
  });

  test('leaves numbers of that country, and messages to other countries, as they are', async () => {
    expect((await send(dialect, { env: campaign, sender: OWN_NUMBER.slice(1) })).said).toEqual([from(OWN_NUMBER)]);
    expect((await send(dialect, { sender: TOLL_FREE })).said).toEqual([from(TOLL_FREE)]);
    const british = await send(dialect, { env: campaign, sender: '+447700900999', number: '+447700900123' });
    expect(british.said).toEqual([from('+447700900999')]);
    // Canada shares the code, not the rule.
    const canadian = await send(dialect, { sender: '+447700900999', number: '+14165550143' });
    expect(canadian.said).toEqual([from('+447700900999')]);
  });

  test('takes pictures to that country and Canada, from numbers and short codes of theirs and what is registered', async () => {
    const mediaUrl = 'https://topline.example/api/p/AbCdEfGhIjKlMnOp';
    const fields = PICTURE_FIELDS[dialect.carrier];
    const taken = await send(dialect, { sender: OWN_NUMBER, mediaUrl });
    expect(taken.result.kind).toBe('accepted');
    expect(taken.takesPicture).toBe(fields ? true : undefined);
    if (!fields) return;
    expect(taken.bodies).toMatchObject([fields(mediaUrl)]);
    for (const [message, takes] of [
      [{ sender: OWN_NUMBER, number: '+14165550143' }, true],
      [{ sender: '12345' }, true],
      [{ env: campaign }, true],
      [{}, false],
      [{ sender: '+447700900999', number: '+14165550143' }, false],
      [{ sender: OWN_NUMBER, number: '+447700900123' }, false],
    ] as const)
      expect((await send(dialect, message)).takesPicture).toBe(takes);
  });

  test.each([
    [tollFree, '8005550100'],
    [Object.keys(campaign)[0] ?? '', 'x'],
  ])('has its setting %s checked at the start', (name, value) => {
    expect(() => hostFor({ ...carriersAt('http://127.0.0.1:1'), [name]: value })).toThrow(new RegExp(name));
  });
});

describe("the carrier's refusal has words", () => {
  const dialectOf = (name: string): Dialect => {
    const dialect = DIALECTS.find(({ carrier }) => carrier === name);
    if (!dialect) throw new Error(`no ${name}`);
    return dialect;
  };
  const open = (name: string) => {
    const host = hostFor(carriersAt('http://127.0.0.1:1'));
    return { host, carrier: dialectOf(name).adapter({ sendMs: 100, healthMs: 100 }).open(host) };
  };

  test.each([
    ['30034', UNREGISTERED],
    ['30032', 'This toll-free number is not verified for messages yet'],
  ])('by Twilio, which reports %s', async (code, words) => {
    const { host, carrier } = open('twilio');
    const stamp = Math.floor(host.clock.now().getTime() / 1000);
    const fields = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: code });
    const report = signedByTwilio(`${PUBLIC_CALLBACK}/twilio?reference=r&stamp=${stamp}`, fields);
    expect((await carrier.parseCallback(report)).news).toMatchObject([{ customerWords: words, code }]);
  });

  test('by Telnyx, in its answer and in its report', async () => {
    const errors = [{ code: '40010', title: 'Not 10DLC registered', detail: 'refused' }];
    const { result } = await send(dialectOf('telnyx'), {
      sender: OWN_NUMBER,
      answer: { status: 422, body: { errors } },
    });
    expect(result).toMatchObject({ code: '40010', customerWords: UNREGISTERED });
    const { host, carrier } = open('telnyx');
    const payload = { id: 'm1', to: [{ status: 'delivery_failed' }], errors };
    const body = JSON.stringify({ data: { event_type: 'message.finalized', payload } });
    const url = `${PUBLIC_CALLBACK}/telnyx`;
    const report = signedByTelnyx(TELNYX_KEYS.privateKey, host.clock.now(), body, url);
    expect((await carrier.parseCallback(report)).news).toMatchObject([{ customerWords: UNREGISTERED }]);
  });

  test('by Vonage, whose status 15 means the registration there and the sender elsewhere', async () => {
    const answer: Answered = {
      status: 200,
      body: { 'message-count': '1', messages: [{ status: '15', 'error-text': 'Illegal Sender Address' }] },
    };
    const american = await send(dialectOf('vonage'), { sender: OWN_NUMBER, answer });
    expect(american.result).toMatchObject({ code: '15', customerWords: UNREGISTERED });
    const british = await send(dialectOf('vonage'), { number: '+447700900123', answer });
    expect(british.result).toMatchObject({ customerWords: 'This sender ID is not allowed for this destination' });
  });
});
