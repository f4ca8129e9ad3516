import { supportNow } from '../state/brand.ts';
import { t } from './i18n.ts';

/** The text for a person whose account is suspended, with every way to reach support. */
export function suspendedText(): string {
  const { email, chat, whatsApp } = supportNow() ?? { email: null, chat: null, whatsApp: null };
  const ways = [email, whatsApp && `WhatsApp ${whatsApp}`, chat].filter(Boolean).join(' · ');
  return [t('auth.suspendedText'), ways].filter(Boolean).join(' ');
}
