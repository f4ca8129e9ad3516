import type { Activity } from '../../src/admin/contract.ts';
import { isTextKey, t } from '../lib/i18n.ts';
import { formatPounds } from './format-money.ts';
import { Time } from './time.tsx';

/** One action: what, to whom, by whom and when. */
export function ActivityRow({ entry }: { entry: Activity }) {
  // A newer server may know more actions.
  const name = `admin.actions.${entry.action}`;
  const who = entry.actor?.email ?? t('admin.activity.system');
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-5 py-2.5">
      <p className="min-w-0 break-words">
        <span className="font-medium">{isTextKey(name) ? t(name) : entry.action}</span>
        {entry.subject && entry.subject !== who && <> · {entry.subject}</>}
        {particularsOf(entry.detail).map((text) => (
          <span key={text} className="text-muted">
            {' '}
            · {text}
          </span>
        ))}
        <span className="block text-sm text-muted">{who}</span>
      </p>
      <span className="text-sm text-muted">
        <Time iso={entry.at} />
      </span>
    </li>
  );
}

/** The details of an entry that are shown: how much, to whom, and why. */
function particularsOf({ amount, spent, to, reason, code, word, endpoint }: Activity['detail']): string[] {
  const pounds = [amount, spent].map((sum) => typeof sum === 'string' && formatPounds(sum));
  const texts = [...pounds, to, reason, code, word, endpoint];
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}
