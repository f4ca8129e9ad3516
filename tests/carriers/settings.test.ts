import { ConfigError, readConfig } from '../../src/config.ts';
import { smppSettings } from '../../src/carriers/adapters/smpp/credential.ts';
import { ADAPTERS } from '../../src/carriers/registry.ts';
import { ACCOUNT, carriersAt } from './accounts.ts';

const read = (env: Record<string, string>) => readConfig({ SESSION_SECRET: 'x'.repeat(32), ...env });
const real = carriersAt('http://127.0.0.1:1');

describe("a carrier's settings", () => {
  test.each(['TWILIO_AUTH_TOKEN', 'TELNYX_PUBLIC_KEY', 'VONAGE_SIGNATURE_SECRET', 'PLIVO_AUTH_TOKEN', 'SMPP_PASSWORD'])(
    'that stand alone (%s) stop the program, which names those that belong to it',
    (name) => {
      const value = real[name] ?? 'secret';
      expect(() => read({ [name]: value })).toThrow(ConfigError);
      expect(() => read({ [name]: value })).toThrow(new RegExp(`${name}.*set all of them or none`));
    },
  );

  test.each([
    ['TWILIO_ACCOUNT_SID', 'AC12'],
    ['TWILIO_BASE_URL', 'api.twilio.com'],
    ['TELNYX_PUBLIC_KEY', 'too short'],
    ['TELNYX_MESSAGING_PROFILE_ID', 'mine'],
    ['VONAGE_SIGNATURE_METHOD', 'sha3'],
    ['PLIVO_AUTH_ID', 'XX12'],
    ['AFRICAS_TALKING_CALLBACK_SECRET', 'short'],
    ['SMPP_PORT', '70000'],
    ['SMPP_TLS', 'yes'],
    ['SMPP_WINDOW', '0'],
  ])('that are wrong (%s=%s) stop the program, which names them', (name, value) => {
    expect(() => read({ ...real, [name]: value })).toThrow(new RegExp(`^These settings are wrong:\n  ${name}: `));
  });

  test('left empty count as absent', () => {
    const empty = Object.fromEntries(Object.keys(real).map((name) => [name, '']));
    const config = read({ ...empty, SMPP_TLS: '', SMPP_PORT: '' });
    const configured = ADAPTERS.filter((adapter) => adapter.configured(config));
    expect(configured.map(({ name }) => name)).toEqual(['sandbox', 'sandbox-backup']);
  });

  test('have the standard port of SMPP for the way it is reached', () => {
    const set = { SMPP_HOST: 'smsc', SMPP_SYSTEM_ID: ACCOUNT.smpp.systemId, SMPP_PASSWORD: 'secret' };
    expect(smppSettings.read(read(set))).toMatchObject({ port: 2775, tls: false, receiptIds: 'same' });
    expect(smppSettings.read(read({ ...set, SMPP_TLS: 'on' }))).toMatchObject({ port: 3550, tls: true });
  });
});
