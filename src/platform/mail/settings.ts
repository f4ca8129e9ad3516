import { z } from 'zod';
import { EXAMPLE_NUMBER, faultText } from '../kit/faults.ts';
import { hostsOf, isLocalHost } from '../kit/local-host.ts';
import { blank, ConfigError, onOff, optional } from '../kit/settings.ts';

/** The mail settings in the environment. */
export const mailEnvironment = {
  MAIL_SMTP_URL: optional(
    z.url({ protocol: /^smtps?$/, error: faultText('wholeAddress', { example: 'smtps://mail.example.com' }) }),
  ),
  MAIL_WITHOUT_TLS: z.preprocess((value) => blank(value) ?? 'off', onOff),
  MAIL_FROM: optional(z.email(faultText('invalidEmail'))),
  MAIL_SUPPORT: optional(z.email(faultText('invalidEmail'))),
  SUPPORT_CHAT: optional(z.string().max(60)),
  SUPPORT_WHATSAPP: optional(
    z.string().regex(/^\+[1-9]\d{6,14}$/, faultText('fullNumber', { example: EXAMPLE_NUMBER })),
  ),
};

const environment = z.object(mailEnvironment);

export interface MailSettings {
  /** With user and password, where the server needs them; null: mails are written to files. */
  smtpUrl: string | null;
  /** Mail is withheld from a server that has no TLS, or no valid certificate for its name. */
  smtpNeedsTls: boolean;
  /** The sender address that mail servers see; people see the brand's name. */
  from: string;
  /** The operator's address for questions, where no reseller answers them; null: mails name no address. */
  support: string | null;
  /** Other contacts of the operator's support: a chat handle, and a WhatsApp number in E.164. */
  supportChat: string | null;
  supportWhatsApp: string | null;
}

/** @throws {ConfigError} where there is a mail server but no sender address */
export function mailFrom(settings: z.output<typeof environment>, publicUrl: string): MailSettings {
  if (settings.MAIL_SMTP_URL && !settings.MAIL_FROM) {
    throw new ConfigError('MAIL_FROM: must be set beside MAIL_SMTP_URL');
  }
  return {
    smtpUrl: settings.MAIL_SMTP_URL ?? null,
    smtpNeedsTls: !settings.MAIL_WITHOUT_TLS && !hostsOf(settings.MAIL_SMTP_URL ?? '').every(isLocalHost),
    from: settings.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    support: settings.MAIL_SUPPORT ?? null,
    supportChat: settings.SUPPORT_CHAT ?? null,
    supportWhatsApp: settings.SUPPORT_WHATSAPP ?? null,
  };
}
