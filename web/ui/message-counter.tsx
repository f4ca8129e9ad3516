import { countParts } from '../../src/shared/parts.ts';
import { t } from '../lib/i18n.ts';

/** The length of one SMS that stands alone, by alphabet. */
const HELD = { 'GSM-7': 160, 'UCS-2': 70 } as const;

/** How long a message is, counted as it is charged, and above one SMS in how many. It never blocks. */
export function MessageCounter({ message }: { message: string }) {
  const { encoding, length, parts } = countParts(message);
  const limit = HELD[encoding];
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>{t('sms.compose.counter', { length, count: limit })}</span>
      <span>
        {parts > 1
          ? t('sms.compose.smsCount', { count: parts })
          : t('sms.compose.remaining', { count: limit - length })}
      </span>
    </span>
  );
}
