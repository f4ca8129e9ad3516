import { createTelnyx } from '../../src/carriers/adapters/telnyx/telnyx.ts';
import { createTwilio } from '../../src/carriers/adapters/twilio/twilio.ts';
import { createVonage } from '../../src/carriers/adapters/vonage/vonage.ts';
import type { Adapter } from '../../src/carriers/port.ts';
import { TestClock } from '../kit/clock.ts';
import { carriersAt, hostFor } from './accounts.ts';
import { telnyx } from './voice-telnyx.ts';
import { vonage } from './voice-vonage.ts';

describe('where calls to a number go is told', () => {
  const asked: { method: string; path: string; body: string }[] = [];
  const server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { pathname: path } = new URL(request.url);
      asked.push({ method: request.method, path, body: await request.text() });
      if (path.startsWith('/v2/call_control_applications'))
        return Response.json({ data: { application_name: 'Ours' } });
      if (path === '/v2/phone_numbers') return Response.json({ data: [{ id: '77', phone_number: '+442071838750' }] });
      if (path === '/account/numbers') {
        return Response.json({ numbers: [{ msisdn: '442071838750', moHttpUrl: 'https://x.y/messages' }] });
      }
      const webhooks = { fallback_url: { address: 'https://x.y', http_method: 'GET' } };
      return Response.json({
        ...{ name: 'Ours', keys: { public_key: 'KEY' }, privacy: { improve_ai: false } },
        capabilities: { voice: { webhooks, region: 'eu-west' }, messages: { version: 'v1' } },
      });
    },
  });
  afterAll(() => server.stop(true));
  const own = { number: '+442071838750', countryCode: 'GB', carrierNumberId: 'PN01' };
  const address = 'https://topline.example/api/callbacks/carrier/calls';

  async function told(adapter: Adapter, env: Record<string, string> = {}) {
    asked.length = 0;
    const url = server.url.origin;
    const host = hostFor({ ...carriersAt(url), VONAGE_API_BASE_URL: url, ...env }, new TestClock());
    await adapter.open(host).incomingCalls?.setAddress?.(own, address);
    await host.sql.end();
    return asked;
  }

  test('to Twilio, beside the number', async () => {
    const [request] = await told(createTwilio());
    expect(request?.path).toEndWith('/IncomingPhoneNumbers/PN01.json');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      ...{ VoiceUrl: address, VoiceMethod: 'POST', StatusCallback: address, StatusCallbackMethod: 'POST' },
    });
  });

  test('to Telnyx, in the application that the number is given', async () => {
    const [, application, , number] = await told(createTelnyx(), telnyx.env);
    expect(application).toEqual({
      ...{ method: 'PATCH', path: '/v2/call_control_applications/1234567890' },
      body: JSON.stringify({ application_name: 'Ours', webhook_event_url: address }),
    });
    expect(number).toEqual({
      ...{
        method: 'PATCH',
        path: '/v2/phone_numbers/77',
        body: JSON.stringify({ connection_id: '1234567890' }),
      },
    });
  });

  test('to Vonage, in the application, all else of which stays as it is', async () => {
    const [, application, , number] = await told(createVonage(), vonage.env);
    const to = { address, http_method: 'POST' };
    expect(application?.method).toBe('PUT');
    expect(JSON.parse(application?.body ?? '')).toEqual({
      ...{ name: 'Ours', keys: { public_key: 'KEY' }, privacy: { improve_ai: false } },
      capabilities: {
        voice: {
          webhooks: { fallback_url: { address: 'https://x.y', http_method: 'GET' }, answer_url: to, event_url: to },
          region: 'eu-west',
        },
        messages: { version: 'v1' },
      },
    });
    expect(number?.path).toBe('/number/update');
    expect(Object.fromEntries(new URLSearchParams(number?.body))).toEqual({
      ...{ country: 'GB', msisdn: '442071838750', app_id: String(vonage.env.VONAGE_APPLICATION_ID) },
      // Where its messages go stays.
      moHttpUrl: 'https://x.y/messages',
    });
  });
});
