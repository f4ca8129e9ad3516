import { type ReactNode, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

/** So many lines are named at first. */
const SHOWN = 5;
/** The most lines that are shown: a list in a wrong format would give 100,000 of them. */
const MOST_SHOWN = 200;

interface FaultLinesProps {
  tone: 'danger' | 'warning' | 'info';
  label: string;
  lines: string[];
  /** What mends them all. */
  action?: ReactNode;
  /** They are short: several stand beside each other. */
  isShort?: boolean;
}

/** Shows the faults of single lines, the first few until more are asked for. */
export function FaultLines({ tone, label, lines, action, isShort = false }: FaultLinesProps) {
  const [all, setAll] = useState(false);
  const shown = lines.slice(0, all ? MOST_SHOWN : SHOWN);
  return (
    <Notice tone={tone}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-48 flex-1 font-medium">{label}</p>
        {action}
      </div>
      {shown.length > 0 && (
        <ul
          className={`mt-1 flex gap-x-4 gap-y-1 ${isShort ? 'flex-wrap tabular-nums' : 'flex-col'} ${all ? 'max-h-40 overflow-y-auto' : ''}`}
          tabIndex={all ? 0 : undefined}
          aria-label={label}
        >
          {shown.map((line) => (
            <li key={line}>
              <WithNumbers>{line}</WithNumbers>
            </li>
          ))}
        </ul>
      )}
      {!all && lines.length > SHOWN && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
          {t('sms.faults.more', { count: lines.length - SHOWN })}
        </Button>
      )}
      {all && lines.length > MOST_SHOWN && <p>{t('sms.compose.moreFaults', { count: lines.length - MOST_SHOWN })}</p>}
    </Notice>
  );
}
