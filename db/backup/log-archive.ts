import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import { serverAccount } from '../embedded-files.ts';

/** The files of the log are kept for a little more than a day, in minutes. */
const KEPT_MINUTES = 26 * 60;
/** A file of the log is closed after so many seconds at the latest: this much may be lost with the machine. */
const LOSES_SECONDS = 60;

/**
 * The embedded server's settings with which it copies its log to a folder: with a backup, any moment since then can be
 * brought back. A file that is there already has to be the same (PostgreSQL's manual, "Setting Up WAL Archiving").
 * @param logDir of letters, digits and ._-/ alone, which the settings check; null: nothing is copied
 */
export async function archiveSettings(logDir: string | null): Promise<Record<string, string>> {
  if (logDir === null) return {};
  await mkdir(logDir, { recursive: true, mode: 0o700 });
  const account = process.getuid?.() === 0 ? await serverAccount() : null;
  if (account && (await stat(logDir)).uid !== account.uid) {
    await chown(logDir, account.uid, account.gid);
    await chmod(logDir, 0o700);
  }
  const [file, part] = [`${logDir}/%f.gz`, `${logDir}/.%f.part`];
  return {
    archive_mode: 'on',
    archive_timeout: String(LOSES_SECONDS),
    archive_command: [
      `if test -f ${file}; then gunzip -c ${file} | cmp -s - %p;`,
      `else gzip -c %p > ${part} && mv ${part} ${file}; fi`,
      `&& find ${logDir} -name '*.gz' -mmin +${KEPT_MINUTES} -delete`,
    ].join(' '),
  };
}

/**
 * The settings with which a restored server goes on from its backup, by the log, to a moment; it takes no connection
 * before.
 */
export const recoverySettings = (logDir: string, until: Date): Record<string, string> => ({
  restore_command: `test -f ${logDir}/%f.gz && gunzip -c ${logDir}/%f.gz > %p`,
  // Names of time zones are not known yet when it is read, and Z is one.
  recovery_target_time: until.toISOString().replace('Z', '+00'),
  recovery_target_action: 'promote',
  hot_standby: 'off',
});
