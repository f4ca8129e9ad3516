import pino from 'pino';
import postgres from 'postgres';
import { ConfigError, readConfig } from '../../src/config.ts';
import { systemClock } from '../kit/clock.ts';
import { createSandbox } from '../../src/carriers/adapters/sandbox/sandbox.ts';
import type { Adapter } from '../../src/carriers/port.ts';
import { openCarriers } from '../../src/carriers/registry.ts';

const simulated = [createSandbox('sandbox'), createSandbox('sandbox-backup')];

/** A carrier that is not simulated, for as much as the registry sees of it. */
const real = (configured: boolean): Adapter => ({
  name: 'real',
  configured: () => configured,
  open: (host) => createSandbox('real').open(host),
});

function openWith(sandboxCarriers: 'on' | 'off' | undefined, adapters: Adapter[], sells = 'on') {
  const config = readConfig({
    DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
    SESSION_SECRET: 'x'.repeat(32),
    SANDBOX_CARRIERS: sandboxCarriers,
    SELL_SIMULATED: sells,
  });
  // Opening a carrier asks nothing of the database, and a pool connects with its first query.
  const sql = postgres(config.databaseUrl ?? '');
  const log = pino({ level: 'silent' });
  return openCarriers({ config, sql, clock: systemClock, log }, adapters);
}

const namesWith = (...given: Parameters<typeof openWith>) => openWith(...given).names;

test('a carrier is listed once its credentials are set; with none, the simulated ones serve', () => {
  expect(namesWith(undefined, [real(true), ...simulated])).toEqual(['real']);
  expect(namesWith(undefined, [real(false), ...simulated])).toEqual(['sandbox', 'sandbox-backup']);
});

test('the simulated ones are listed behind the real ones where they are asked for', () => {
  expect(namesWith('on', [real(true), ...simulated])).toEqual(['real', 'sandbox', 'sandbox-backup']);
});

test('without any carrier the program does not start', () => {
  expect(() => namesWith('off', [real(false), ...simulated])).toThrow(ConfigError);
});

test('where nothing is sold through simulated carriers, they serve only while they are alone', () => {
  const alone = openWith('on', simulated, '');
  expect(() => alone.requireSelling()).toThrow('no carrier that delivers');
  const both = openWith('on', [real(true), ...simulated], '');
  expect(both.names).toEqual(['real']);
  expect(() => both.requireSelling()).not.toThrow();
  expect(() => both.requireSelling(['sandbox'])).toThrow();
  const [carrier] = openWith('off', [real(true)], '').all;
  if (!carrier) throw new Error('there is a carrier');
  alone.useAccounts([{ carrier, isOn: true }]);
  expect(alone.names).toEqual(['real']);
});
