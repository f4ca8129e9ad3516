import { z } from 'zod';
import { hostsOf, isLocalHost } from '../kit/local-host.ts';
import { blank, ConfigError, onOff, optional } from '../kit/settings.ts';

/** The mail's part of the environment. */
export const mailEnvironment = {
  MAIL_SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
  MAIL_WITHOUT_TLS: z.preprocess((value) => blank(value) ?? 'off', onOff),
  MAIL_FROM: optional(z.email('must be an e-mail address')),
  MAIL_SUPPORT: optional(z.email('must be an e-mail address')),
  SUPPORT_CHAT: optional(z.string().max(60)),
  SUPPORT_WHATSAPP: optional(z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a number like +447911123456')),
};

const environment = z.object(mailEnvironment);

export interface MailSettings {
  /** With user and password, where the server wants them; null: mails become files. */
  smtpUrl: string | null;
  /** Whether a mail server that offers no TLS, or no certificate of its name, gets no mail. */
  smtpNeedsTls: boolean;
  /** The sender of mails, as mail servers see it; people read the brand's name. */
  from: string;
  /** Where questions go, unless a reseller answers them; null: mails name no address. */
  support: string | null;
  /** Other ways to the operator's support: a handle in whatever chat, and a WhatsApp number in E.164. */
  supportChat: string | null;
  supportWhatsApp: string | null;
}

/** @throws {ConfigError} where mail is to be sent from nowhere */
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
