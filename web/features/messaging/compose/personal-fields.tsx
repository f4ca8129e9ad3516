import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { FaultLines } from './fault-lines.tsx';
import type { PersonalMessage } from './personal-message.ts';

interface PersonalFieldsProps {
  columns: readonly string[];
  /** Null where the message names no column. */
  personal: PersonalMessage | null;
  /** With the placeholder that was chosen. */
  onInsert: (placeholder: string) => void;
}

/** The columns of a file, to be put into the message, and what comes of them for the first recipient. */
export function PersonalFields({ columns, personal, onInsert }: PersonalFieldsProps) {
  if (columns.length === 0) return null;
  const missing = (personal?.missing ?? []).map(({ line, names }) =>
    t('sms.personal.missing', { line, names: names.map((name) => `{${name}}`).join(', ') }),
  );
  return (
    <div className="flex flex-col gap-2">
      <div
        role="group"
        aria-label={t('sms.personal.insert')}
        className="flex flex-wrap items-center gap-2 text-sm text-muted"
      >
        {t('sms.personal.insert')}
        {columns.map((column) => (
          <Button key={column} variant="secondary" size="sm" onClick={() => onInsert(`{${column}}`)}>
            {`{${column}}`}
          </Button>
        ))}
      </div>
      {personal && (
        <figure className="rounded-md border border-line bg-surface px-3 py-2">
          <figcaption className="text-sm text-muted">{t('sms.personal.preview')}</figcaption>
          <p className="break-words whitespace-pre-wrap">{personal.preview}</p>
        </figure>
      )}
      {missing.length > 0 && (
        <FaultLines tone="danger" label={t('sms.personal.missingTitle')} lines={missing} />
      )}
    </div>
  );
}
