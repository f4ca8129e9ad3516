/** Which tests run when: `check` holds what a change of any part can break at its own level, `check:all` the rest. */

/** Kills, clusters, other browsers, migrations under load, each example in each language, real telephony, real chains, linters of the API's description, random histories, tours of all endpoints, carriers that are judged by many messages: patterns of paths, as `bun test` takes them. */
export const LONG_TESTS: readonly string[] = [
  'tests/chain/**',
  'tests/engines/**',
  'tests/migrations/gives-way.test.ts',
  'tests/migrations/upgrade.test.ts',
  'tests/model/**',
  'tests/recovery/**',
  'tests/sip/**',
  'tests/twins/**',
  'tests/api/docs/examples.test.ts',
  'tests/api/docs/linters.test.ts',
  'tests/api/endpoints/fuzz.test.ts',
  'tests/api/endpoints/plans.test.ts',
  'tests/api/endpoints/reads.test.ts',
  'tests/api/endpoints/traces.test.ts',
  'tests/api/endpoints/who-may-in-part.test.ts',
  'tests/api/access.test.ts',
  'tests/api/http/held-loop.test.ts',
  'tests/api/messaging/answers-kept.test.ts',
  'tests/api/messaging/fairness.test.ts',
  'tests/api/messaging/judgement.test.ts',
  'tests/api/messaging/kill.test.ts',
  'tests/api/messaging/receipts.test.ts',
  'tests/api/messaging/schedule.test.ts',
  'tests/api/messaging/stood-still.test.ts',
  'tests/api/messaging/stopped.test.ts',
  'tests/api/numbers/kill.test.ts',
  'tests/api/smpp/kannel.test.ts',
  'tests/api/smpp/net-smpp.test.ts',
  'tests/api/smpp/kill.test.ts',
  'tests/carriers/fault-table.test.ts',
  'tests/carriers/hanging.test.ts',
  'tests/carriers/killed.test.ts',
  'tests/carriers/outside-smsc.test.ts',
  'tests/carriers/smpp-stamina.test.ts',
];

/** The specification's main road, what is live, offline, by keyboard, and one look at each screen. */
export const FIRST_BROWSER_TESTS: readonly string[] = ['accessible', 'connection', 'forms', 'main-road', 'payments'];

/** The tests of time: those whose outcome could depend on the day, the hour or the zone, without the tools' own. */
export const TIME_TESTS: readonly string[] = [
  'tests/unit',
  'tests/api/accounts/stats.test.ts',
  'tests/api/admin/stats.test.ts',
  'tests/api/carriers/prices.test.ts',
  'tests/api/evidence/watch.test.ts',
  'tests/api/limits',
  'tests/api/numbers/renew.test.ts',
  'tests/api/trunks',
  'tests/api/reseller',
  'tests/api/sign-in/totp.test.ts',
  'tests/api/statements',
  'tests/api/voice/money.test.ts',
];

/** Where and when they run once more: TEST_NOW is where their clocks begin, and what `Date` says. */
export const MOMENTS: readonly { TZ: string; TEST_NOW: string }[] = [
  // The last minute of a leap day, in a zone where the next month has begun.
  { TZ: 'Pacific/Auckland', TEST_NOW: '2028-02-29T23:59:20.000Z' },
  // The end of a 31st and of a year, in a zone where it is still the day.
  { TZ: 'America/New_York', TEST_NOW: '2026-12-31T23:59:50.000Z' },
  // Just before clocks are put on.
  { TZ: 'Europe/London', TEST_NOW: '2027-03-28T00:59:50.000Z' },
];
