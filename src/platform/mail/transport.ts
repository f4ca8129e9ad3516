import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Message } from './compose.ts';

/** The server will not have this mail, however often it is tried. */
export class RefusedMail extends Error {}

/** Takes mails away. */
export interface MailTransport {
  /** @throws {RefusedMail} for good; anything else is worth another attempt */
  send(message: Message): Promise<void>;
}

/** An SMTP server where one is configured, else files in the data folder. */
export const openMailTransport = (config: Config, log: Logger): MailTransport =>
  config.mail.smtpUrl
    ? smtpTransport(config.mail.smtpUrl, config.mail)
    : folderTransport(join(config.dataDir, 'mail'), log);

const SECOND_MS = 1000;

/** Addresses go as they are: nothing in a name is read as an address. */
const optionsOf = ({ to, replyTo, ...message }: Message) => ({
  ...message,
  to: { name: '', address: to },
  ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Hands mails to a server. */
function smtpTransport(url: string, { smtpNeedsTls }: Pick<Config['mail'], 'smtpNeedsTls'>): MailTransport {
  const smtp = createTransport({
    url,
    // With `smtps` there is TLS from the beginning; certificates are checked either way.
    requireTLS: smtpNeedsTls,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 20 * SECOND_MS,
  });
  return {
    send: async (message) => {
      try {
        await smtp.sendMail(optionsOf(message));
      } catch (error) {
        if (isRefusal(error)) throw new RefusedMail(error.message);
        throw error;
      }
    },
  };
}

/** A 5xx to the addresses or to the mail itself; one to our own sign-in is for the operator to mend. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const { responseCode, code } = error;
  return Number(responseCode) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

/**
 * Writes mails as files that mail programs open, each with its text beside it for whoever has none at hand.
 * A file gets its name when it is complete, the mail's last.
 */
function folderTransport(folder: string, log: Logger): MailTransport {
  const builder = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (message) => {
      const { message: bytes } = await builder.sendMail(optionsOf(message));
      const file = join(folder, `${message.messageId.slice(1).split('@')[0]}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const head = `To: ${message.to}\nSubject: ${message.subject}\n\n`;
      await writeWhole(file.replace(/eml$/, 'txt'), head + message.text);
      await writeWhole(file, bytes);
      log.info({ file, subject: message.subject }, 'a mail was written to a file: no MAIL_SMTP_URL is set');
    },
  };
}

/** For the owner of the process alone: it may hold a link that opens an account. */
async function writeWhole(file: string, content: Parameters<typeof writeFile>[1]): Promise<void> {
  await writeFile(`${file}.part`, content, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
}
