import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { RecipientCheck } from './recipients.ts';

/** So many lines are named at first. */
const SHOWN = 5;
/** And no more than so many at all: a list of a wrong format would repeat itself 100,000 times. */
const MOST_SHOWN = 200;

/** Which lines of a list are wrong or say something twice. */
export function RecipientFaults({ check }: { check: RecipientCheck }) {
  const wrong = check.wrong.map(({ line, text, fault }) =>
    t(fault === 'country' ? 'sms.faults.country' : 'sms.faults.number', { line, text: clip(text) }),
  );
  const repeated = check.repeated.map(({ line, text, first }) =>
    t('sms.faults.repeated', { line, first, text: clip(text) }),
  );
  return (
    <>
      {wrong.length > 0 && <Lines tone="danger" label={t('sms.faults.wrong')} lines={wrong} />}
      {repeated.length > 0 && <Lines tone="info" label={t('sms.faults.twice')} lines={repeated} />}
    </>
  );
}

function Lines({ tone, label, lines }: { tone: 'danger' | 'info'; label: string; lines: string[] }) {
  const [all, setAll] = useState(false);
  const shown = lines.slice(0, all ? MOST_SHOWN : SHOWN);
  return (
    <Notice tone={tone}>
      <p className="font-medium">{label}</p>
      <ul className="max-h-40 overflow-y-auto" tabIndex={all ? 0 : undefined} aria-label={label}>
        {shown.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {!all && lines.length > SHOWN && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
          {t('sms.faults.more', { count: lines.length - SHOWN })}
        </Button>
      )}
      {all && lines.length > MOST_SHOWN && (
        <p>{t('sms.compose.moreFaults', { count: lines.length - MOST_SHOWN })}</p>
      )}
    </Notice>
  );
}

const clip = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text);
