import { supportNow } from '../state/brand.ts';
import { t } from './i18n.ts';

/** What somebody whose account is suspended is told, with every way to support. */
export function suspendedText(): string {
  const { email, chat, whatsApp } = supportNow() ?? { email: null, chat: null, whatsApp: null };
  const ways = [email, whatsApp && `WhatsApp ${whatsApp}`, chat].filter(Boolean).join(' · ');
  return [t('auth.suspendedText'), ways].filter(Boolean).join(' ');
}
