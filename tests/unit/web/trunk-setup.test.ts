import { expect, test } from 'bun:test';
import { type Setup, SYSTEMS } from '../../../web/features/trunks/setup-values.ts';

/** The setup of a telephone system: every value of the package, in the place where that system looks for it. */

const ACCOUNT = { realm: 'sip.example.com', username: 'tl0123456789ab' };

/** How each file of configuration, and each form, writes that a name has a value. */
const WRITTEN = {
  asterisk: (name: string, value: string) => `\n${name}=${value}\n`,
  freeswitch: (name: string, value: string) => `<param name="${name}" value="${value}"/>`,
};

const setupOf = (id: string): Setup => {
  const system = SYSTEMS.find((each) => each.id === id);
  if (!system) throw new Error(`no instructions for ${id}`);
  return system.register(ACCOUNT);
};

test('there are instructions for each telephone system that people have', () => {
  expect(SYSTEMS.map(({ id }) => id)).toEqual(['asterisk', 'freepbx', 'freeswitch', '3cx', 'yeastar', 'softphone']);
});

test.each([
  [
    'asterisk',
    [
      ['server_uri', 'sip:sip.example.com'],
      ['client_uri', 'sip:tl0123456789ab@sip.example.com'],
      ['contact_user', 'tl0123456789ab'],
      ['username', 'tl0123456789ab'],
      ['password', 'SIP_PASSWORD'],
      ['contact', 'sip:sip.example.com'],
      ['from_user', 'tl0123456789ab'],
      ['from_domain', 'sip.example.com'],
    ],
  ],
  [
    'freeswitch',
    [
      ['username', 'tl0123456789ab'],
      ['password', 'SIP_PASSWORD'],
      ['realm', 'sip.example.com'],
      ['proxy', 'sip.example.com'],
      ['from-domain', 'sip.example.com'],
      ['register', 'true'],
    ],
  ],
] as const)('the file of %s names the package’s own values', (id, values) => {
  const setup = setupOf(id);
  const code = 'code' in setup ? setup.code : '';
  for (const [name, value] of values) expect(code).toContain(WRITTEN[id](name, value));
});

test.each([
  [
    'freepbx',
    {
      Username: 'tl0123456789ab',
      'Auth username': 'tl0123456789ab',
      Secret: 'SIP_PASSWORD',
      Registration: 'Send',
      'SIP Server': 'sip.example.com',
      'SIP Server Port': '5060',
      'From Domain': 'sip.example.com',
      'From User': 'tl0123456789ab',
      'Contact User': 'tl0123456789ab',
    },
  ],
  [
    '3cx',
    {
      'Registrar/Server': 'sip.example.com',
      'Authentication ID': 'tl0123456789ab',
      'Authentication Password': 'SIP_PASSWORD',
    },
  ],
  [
    'yeastar',
    {
      'Trunk Type': 'Register Trunk',
      'Hostname/IP': 'sip.example.com',
      Domain: 'sip.example.com',
      Username: 'tl0123456789ab',
      Password: 'SIP_PASSWORD',
      'Authentication Name': 'tl0123456789ab',
    },
  ],
  [
    'softphone',
    {
      Domain: 'sip.example.com',
      Username: 'tl0123456789ab',
      Password: 'SIP_PASSWORD',
      'SIP URI': 'sip:tl0123456789ab@sip.example.com',
    },
  ],
])('the fields of %s hold the package’s own values', (id, values) => {
  const setup = setupOf(id);
  expect(Object.fromEntries('fields' in setup ? setup.fields : [])).toMatchObject(values);
});
