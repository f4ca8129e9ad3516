import { priceRaises, settings, sipReports } from '../../db/schema/index.ts';
import { applySettings } from '../../src/admin/settings/apply-settings.ts';
import { stopSuddenRises } from '../../src/money/allowances/stop-sudden-rises.ts';
import { closeUndecided } from '../../src/money/payments/review/close-undecided.ts';
import { applyRaises } from '../../src/resale/customers/raises/apply-raises.ts';
import { takeReports } from '../../src/services/sip/take-reports.ts';
import { DAY_MS } from '../../src/platform/kit/durations.ts';
import { purchase } from '../api/payments/payments.ts';
import { appForFile, funded, newNumber, send, signUp } from '../kit/index.ts';
import { whileRefused } from '../kit/while-refused.ts';

const app = await appForFile({ background: false });

interface Chore {
  name: string;
  /** Makes one thing that is due, and says by which value of which column it is known. */
  make: () => Promise<string>;
  known: { table: string; column: string };
  /** The rows that the chore still has to do something with. */
  due: string;
  run: () => Promise<unknown>;
}

let countries = ['FR', 'DE', 'ES', 'IT'];
const CHORES: Chore[] = [
  {
    name: 'reports of SIP edges',
    make: async () => {
      const callId = crypto.randomUUID();
      await app.deps.db.insert(sipReports).values({ callId, kind: 'ended', at: app.clock.now() });
      return callId;
    },
    known: { table: 'sip.reports', column: 'call_id' },
    due: 'true',
    run: () => takeReports(app.deps),
  },
  {
    name: 'payments that nobody decided',
    make: async () => {
      const { id } = await purchase(await signUp(app));
      app.clock.advance(15 * DAY_MS);
      return id;
    },
    known: { table: 'transactions', column: 'id' },
    due: `status = 'pending'`,
    run: () => closeUndecided(app.deps),
  },
  {
    name: 'announced prices of resellers',
    make: async () => {
      const { id: userId } = await signUp(app);
      const now = app.clock.now();
      const raise = { userId, subject: 'sms' as const, percent: 10, announcedAt: now, holdsFrom: now };
      await app.deps.db.insert(priceRaises).values(raise);
      return userId;
    },
    known: { table: 'price_raises', column: 'user_id' },
    due: 'true',
    run: () => applyRaises(app.deps),
  },
  {
    name: 'announced settings',
    make: async () => {
      const [about = '', ...others] = countries;
      countries = others;
      await app.deps.db
        .insert(settings)
        .values({ name: 'number_price', about, next: '9.00', holdsFrom: app.clock.now() });
      return about;
    },
    known: { table: 'settings', column: 'about' },
    due: 'holds_from is not null',
    run: () => applySettings(app.deps),
  },
  {
    name: 'accounts under attack',
    make: async () => {
      const person = await funded(app, '10.00');
      await send(person, [newNumber()]);
      return person.id;
    },
    known: { table: 'users', column: 'id' },
    due: `stopped_codes = '{}'`,
    run: () => {
      const { config } = app.deps;
      const allowances = { ...config.allowances, suddenRiseAbove: '0.01' };
      return stopSuddenRises({ ...app.deps, config: { ...config, allowances } });
    },
  },
];

async function waiting({ known: { table, column }, due }: Chore, values: readonly string[]): Promise<string[]> {
  const rows = await app.deps.sql.unsafe<{ value: string }[]>(
    `select ${column}::text as value from ${table} where ${column}::text = any ($1) and ${due}`,
    [values],
  );
  return rows.map(({ value }) => value);
}

test.each(CHORES)('$name: one that fails stops no other, and is done later', async (chore) => {
  // Whichever of two comes first, one of the rounds has the one that fails before the other.
  for (const failing of [0, 1]) {
    const both = [await chore.make(), await chore.make()];
    const broken = both[failing] ?? '';
    const { table, column } = chore.known;
    const change = `update or delete on ${table} for each row when (old.${column}::text = '${broken}')`;
    await whileRefused(app, change, chore.run);
    expect(await waiting(chore, both)).toEqual([broken]);
    await chore.run();
    expect(await waiting(chore, both)).toEqual([]);
  }
});
