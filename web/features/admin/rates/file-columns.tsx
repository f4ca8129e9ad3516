import {
  type DeckChanges,
  FILE_COLUMNS,
  type Mapping,
} from '../../../../src/money/decks/changes-contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';

interface FileColumnsProps {
  changes: DeckChanges;
  mapping: Mapping;
  onMap: (mapping: Mapping) => void;
}

/**
 * Shows the meaning of each column of a file, and a way to choose another one; and the columns that are
 * missing or not read.
 */
export function FileColumns({ changes: { columns, missing, currency }, mapping, onMap }: FileColumnsProps) {
  const names = (keys: DeckChanges['missing']) =>
    keys.map((key) => t(`rates.columns.names.${key}`)).join(', ');
  const unread = columns.filter(({ column, heading }) => column === null && mapping[heading] !== null);
  // A meaning given to a heading holds for all columns with it; one without a heading cannot be named.
  const byHeading = [...new Map(columns.map((each) => [each.heading, each])).values()].filter(
    ({ heading }) => heading,
  );
  return (
    <div className="flex flex-col gap-3">
      {missing.length > 0 && (
        <Notice tone="danger">{t('rates.columns.missing', { columns: names(missing) })}</Notice>
      )}
      {unread.length > 0 && (
        <Notice tone="warning">
          {t('rates.columns.unread', { columns: unread.map(({ heading }) => heading).join(', ') })}
        </Notice>
      )}
      {currency !== 'GBP' && <Notice>{t('rates.columns.inCurrency', { currency })}</Notice>}
      <details open={missing.length > 0}>
        <summary className="cursor-pointer font-medium">{t('rates.columns.title')}</summary>
        <p className="py-2 text-sm text-muted">{t('rates.columns.hint')}</p>
        <div className="grid gap-3 sm:grid-cols-2">
          {byHeading.map(({ heading, column }) => (
            <Field key={heading} label={heading}>
              <Select
                value={column ?? ''}
                onChange={({ target: { value } }) =>
                  onMap({ ...mapping, [heading]: FILE_COLUMNS.find((each) => each === value) ?? null })
                }
              >
                <option value="">{t('rates.columns.none')}</option>
                {FILE_COLUMNS.map((each) => (
                  <option key={each} value={each}>
                    {t(`rates.columns.names.${each}`)}
                  </option>
                ))}
              </Select>
            </Field>
          ))}
        </div>
      </details>
    </div>
  );
}
