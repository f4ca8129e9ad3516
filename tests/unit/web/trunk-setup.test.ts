import { SYSTEMS } from '../../../web/features/trunks/setup-values.ts';

const ACCOUNT = { realm: 'sip.example.com', username: 'tl0123456789ab' };

/** What a field holds, by the words in its name; the first that fits counts. */
const HELD: readonly (readonly [RegExp, string])[] = [
  [/secret|password/i, 'SIP_PASSWORD'],
  [/^sip uri|client_uri/i, `sip:${ACCOUNT.username}@${ACCOUNT.realm}`],
  [/^(server_uri|contact)$/, `sip:${ACCOUNT.realm}`],
  [/port$/i, '5060'],
  [/user|authentication (name|id)/i, ACCOUNT.username],
  [/server|host|domain|realm|proxy|match/i, ACCOUNT.realm],
];

test.each([...SYSTEMS])('the setup of $id holds the package’s own values, each in its place', ({ register }) => {
  const setup = register(ACCOUNT);
  const fields =
    'fields' in setup
      ? setup.fields
      : [...setup.code.matchAll(/^\s*(?:<param name=")?([\w-]+)(?:" value)?="?([^"\n]*)/gm)].map(
          ([, name = '', value = '']) => [name, value] as const,
        );
  const told = fields.flatMap(([name, value]) => {
    const held = HELD.find(([word]) => word.test(name))?.[1];
    return held === undefined || name === 'auth_type' ? [] : [{ name, value, held }];
  });
  expect(told.map(({ value }) => value)).toEqual(told.map(({ held }) => held));
  const all = told.map(({ value }) => value).join(' ');
  for (const value of ['SIP_PASSWORD', ACCOUNT.username, ACCOUNT.realm]) expect(all).toContain(value);
});
