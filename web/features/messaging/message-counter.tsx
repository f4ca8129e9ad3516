import { t } from '../../lib/i18n.ts';

/** Characters of one SMS, as the counter counts. */
const CHARACTERS_PER_SMS = 160;

/** How long a message is, in characters and, above one SMS, in how many. It never blocks. */
export function MessageCounter({ message }: { message: string }) {
  const { length } = message;
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>{t('sms.compose.counter', { length, limit: CHARACTERS_PER_SMS })}</span>
      <span>
        {length > CHARACTERS_PER_SMS
          ? t('sms.compose.smsCount', { count: Math.ceil(length / CHARACTERS_PER_SMS) })
          : t('sms.compose.remaining', { count: CHARACTERS_PER_SMS - length })}
      </span>
    </span>
  );
}
