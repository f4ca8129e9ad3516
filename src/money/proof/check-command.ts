import { connect } from '../../../db/client.ts';
import { startEmbedded } from '../../../db/embedded.ts';
import { readDatabaseConfig } from '../../platform/config.ts';
import { ConfigError } from '../../platform/kit/settings.ts';
import { checkLedger, ledgerSize } from './check.ts';
import { readTrialBalance } from './trial-balance.ts';

/**
 * `bun run ledger:check`: checks the whole database against the rules of money, with or without traffic. It prints
 * each discrepancy and exits with 1, or prints the trial balance and one line with the totals.
 */
async function main(): Promise<void> {
  const { databaseUrl, dataDir } = readDatabaseConfig(process.env);
  const embedded = databaseUrl ? null : await startEmbedded(dataDir);
  const connection = connect(databaseUrl ?? embedded?.url ?? '', { connections: 1 });
  try {
    const discrepancies = await checkLedger(connection.sql);
    for (const { rule, subject, expected, found } of discrepancies) {
      console.error(`${rule}: ${subject}: expected ${expected ?? 'nothing'}, found ${found ?? 'nothing'}`);
    }
    if (discrepancies.length > 0) {
      process.exitCode = 1;
      return;
    }
    const { accounts, total, equation } = await readTrialBalance(connection.sql);
    for (const { account, debit, credit } of [...accounts, total]) {
      console.log(account.padEnd(32) + debit.padStart(16) + credit.padStart(16));
    }
    console.log(
      `Total credit £${equation.credit} = deposits £${equation.deposits} - consumption £${equation.consumption} + owed £${equation.owed}.`,
    );
    const { users, transactions, entries, credits, setAside } = await ledgerSize(connection.sql);
    console.log(
      `The ledger adds up: ${users} users with £${credits}, ${transactions} transactions, ${entries} entries, ` +
        `£${setAside} set aside for calls under way.`,
    );
  } finally {
    await connection.close();
    await embedded?.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 2;
}
