import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Message } from './compose.ts';
import { SECOND_MS } from '../kit/durations.ts';

/** The mail server refuses this mail permanently. */
export class RefusedMail extends Error {}

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}
type WithFiles = Message & { attachments?: readonly Attachment[] };

/** Hands mails over for delivery. */
export interface MailTransport {
  /** @throws {RefusedMail} for a permanent refusal; any other error is worth another attempt */
  send(message: WithFiles): Promise<void>;
}

/** An SMTP server where one is configured, otherwise files in the data folder. */
export const openMailTransport = (config: Config, log: Logger): MailTransport =>
  config.mail.smtpUrl
    ? smtpTransport(config.mail.smtpUrl, config.mail)
    : folderTransport(join(config.dataDir, 'mail'), log);

/** Addresses are passed on unchanged: no part of a name is parsed as an address. */
const optionsOf = ({ to, replyTo, attachments = [], ...message }: WithFiles) => ({
  ...message,
  attachments: [...attachments],
  to: { name: '', address: to },
  ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Sends mails to an SMTP server. */
function smtpTransport(url: string, { smtpNeedsTls }: Pick<Config['mail'], 'smtpNeedsTls'>): MailTransport {
  const smtp = createTransport({
    url,
    // `smtps` uses TLS from the beginning; certificates are checked in both cases.
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

/** A 5xx reply about the addresses or the mail. A 5xx to our own sign-in is the operator's to fix. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const { responseCode, code } = error;
  return Number(responseCode) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

/**
 * Writes mails as files that mail programs can open, each with a text file beside it. A file gets its final
 * name when it is complete; the mail is named last.
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

/** Readable only by the owner of the process: the mail may hold a link that opens an account. */
async function writeWhole(file: string, content: Parameters<typeof writeFile>[1]): Promise<void> {
  await writeFile(`${file}.part`, content, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
}
