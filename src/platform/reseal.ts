import { sql as template } from 'drizzle-orm';
import type { Deps } from './deps.ts';
import { resealed } from './kit/seal.ts';

/** What is sealed for longer than a few days: its table, its columns, the column that it is bound to, and its purpose. */
const SEALED = [
  ['totp_secrets', ['sealed_secret'], 'user_id', 'second factor secrets'],
  ['carrier_accounts', ['sealed_settings'], 'name', 'carrier accounts'],
  ['kept_settings', ['sealed_value'], 'name', 'kept settings'],
  ['webhooks', ['secret', 'previous_secret'], 'id', 'webhook secrets'],
  ['sip_credentials', ['ha1_md5', 'ha1_sha256'], 'package_id', 'SIP credentials'],
  ['number_ports', ['sealed_pin'], 'id', 'number-port'],
] as const;

/**
 * Seals again with the present secret what a former one sealed, so that the former one can be removed from the settings.
 * What is replaced meanwhile is left as it is.
 */
export async function resealAll({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  if (config.formerSecrets.length === 0) return;
  for (const [table, columns, owner, purpose] of SEALED) {
    for (const column of columns) {
      const [from, id, text] = [table, owner, column].map((name) => template.identifier(name));
      const rows = await db.execute<{ ownerId: string; sealed: string }>(template`
        select ${id}::text as "ownerId", ${text} as sealed from ${from} where ${text} is not null`);
      for (const { ownerId, sealed } of rows) {
        const now = resealed(config, { purpose, ownerId }, sealed);
        if (now === sealed) continue;
        await db.execute(template`
          update ${from} set ${text} = ${now} where ${id}::text = ${ownerId} and ${text} = ${sealed}`);
      }
    }
  }
}
