import { eq, inArray, ne, sql as template } from 'drizzle-orm';
import { startBackground } from '../background.ts';
import { ConfigError, readConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';
import { createSandbox } from '../carriers/adapters/sandbox/sandbox.ts';
import { connect } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { showProgress, whenCancelled } from '../platform/kit/progress.ts';
import { alarms, chores, mails, settings, users } from '../../db/schema/index.ts';
import { DEMO_PASSWORD, PEOPLE } from './people.ts';
import { MINUTES_A_DAY, tellStory } from './story.ts';
import { StoryClock, World } from './world.ts';

/**
 * `bun run seed`: fills a database with a demonstration: customers, a reseller, payments in every state with
 * their receipts, messages and their reports. The passwords are public, so it refuses a database that holds
 * customers of its own. Running it again changes nothing.
 */
async function seed(): Promise<void> {
  const config = readConfig({
    ...process.env,
    RATE_LIMITS: 'off',
    SANDBOX_CARRIERS: 'on',
    SELL_SIMULATED: 'on',
    LOG_LEVEL: 'warn',
    // The people of the demonstration have no mailboxes.
    MAIL_SMTP_URL: '',
    // The administrator of the story signs in by password alone.
    ADMIN_TWO_FACTOR: 'optional',
  });
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  whenCancelled('The demonstration is not whole: it wants an empty database for another try.');
  await migrate(databaseUrl);
  await refuseBesideServer(databaseUrl);
  if (Object.keys(config.wallets).length < 4) {
    throw new ConfigError(
      'WALLET_BTC, WALLET_ETH, WALLET_USDT_ERC20, WALLET_USDT_TRC20: the demonstration pays with them',
    );
  }
  const clock = new StoryClock();
  const quick = { concurrency: 50, perSecond: 5000, latencyMs: [0, 1], reportDelayMs: [0, 0] } as const;
  const adapters = [createSandbox('sandbox', quick), createSandbox('sandbox-backup', quick)];
  const { deps, close } = await openDeps(config, databaseUrl, { clock, adapters });
  try {
    const demonstration = await deps.db.select({ id: users.id }).from(users).where(isInStory());
    const customers = await deps.db.$count(users, ne(users.role, 'admin'));
    if (demonstration.length === 0 && customers > 0) {
      throw new Error('This database holds customers already; the demonstration wants one of its own.');
    }
    if (demonstration.length === 0) await play(deps, clock);
    introduce();
  } finally {
    await deps.bus.stop();
    await close();
    await embedded?.stop();
  }
}

/** By its own clock a server would take the story's open messages for abandoned ones, and forget their reports. */
async function refuseBesideServer(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, { connections: 1 });
  const servers = await db.execute(template`
    select from pg_stat_activity where application_name = 'topline watch' and datname = current_database()`);
  await close();
  if (servers.length > 0) throw new Error('Topline is running on this data. Stop it, run seed, and start it again.');
}

async function play(deps: Deps, clock: StoryClock): Promise<void> {
  const world = new World(deps, clock);
  const background = startBackground(deps);
  try {
    let left = 43 * MINUTES_A_DAY;
    using progress = showProgress('Story', 43, 'days');
    world.told = (minutesAgo) => {
      progress.add((left - minutesAgo) / MINUTES_A_DAY);
      left = minutesAgo;
    };
    clock.goBack(left);
    await world.appoint();
    await tellStory(world);
  } finally {
    await background.stop();
  }
  await deps.db
    .update(users)
    .set({ emailConfirmedAt: template`${users.createdAt}` })
    .where(isInStory());
  await deps.db.insert(settings).values({ name: 'demonstration_account', value: PEOPLE.clinics.email });
  await deps.db.delete(mails).where(eq(mails.status, 'pending'));
  // By the story's clock, whose days are seconds, a letter may have waited for a day, and no chore is due yet.
  await deps.db.delete(alarms);
  await deps.db.delete(chores);
}

const isInStory = () =>
  inArray(
    users.email,
    Object.values(PEOPLE).map(({ email }) => email),
  );

function introduce(): void {
  console.log(`\n  The demonstration's accounts, all with the password ${DEMO_PASSWORD}\n`);
  for (const { email, fullName, role } of Object.values(PEOPLE)) {
    console.log(`  ${email.padEnd(22)} ${role.padEnd(10)} ${fullName}`);
  }
  console.log('');
}

try {
  await seed();
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
