import { type ReactNode, useState } from 'react';
import { personalText } from '../../../../src/shared/personal-text.ts';
import { t } from '../../../lib/i18n.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Field, Options, Select } from '../../../ui/field.tsx';
import { FILE_ENCODINGS, type FileEncoding } from './decode-file.ts';
import { CountryField, type Likely, likelyIn, looksLike, takeText, useChoice } from './country-field.tsx';
import { FaultLines } from './fault-lines.tsx';
import { type OpenFile, readTable } from './open-file.ts';
import { readRecipients, type RecipientFile } from './recipient-file.ts';
import { wrongTexts } from './recipient-faults.tsx';
import { NO_RECIPIENTS } from './recipients.ts';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

/** So many rows are shown before the file is taken. */
const PREVIEWED = 5;

interface FileDialogProps {
  file: OpenFile;
  /** The message as it is written so far. */
  message: string;
  country: string;
  onCountry: (country: string) => void;
  onAdd: (read: RecipientFile) => void;
  onClose: () => void;
  /** What is read are contacts, not recipients of a message. */
  contacts?: boolean;
  busy?: boolean;
  /** More questions. */
  children?: ReactNode;
}

/** Shows what is read from a file, and lets people say how it is to be read. */
export function FileDialog({
  file,
  message,
  country,
  onCountry,
  onAdd,
  onClose,
  contacts = false,
  busy = false,
  children,
}: FileDialogProps) {
  const [encoding, setEncoding] = useState(file.encoding);
  const [sheet, setSheet] = useState(0);
  const [column, setColumn] = useState<number | null>(null);
  const [doubted, setDoubted] = useState<Likely>();
  const { country: own } = useCurrentUser();
  const choose = useChoice(onCountry);
  const table = useLatest(() => readTable(file, { encoding, sheet }).catch(() => []), [file, encoding, sheet]);
  const read = useLatest(async () => table && readRecipients(table, { column, country }), [table, column, country]);
  const count = read?.numbers.length ?? 0;
  const add = async () => {
    // The rules may fail to load; then nothing speaks against it.
    const likely = read && (await likelyIn(read, country, own).catch(() => undefined));
    if (likely) setDoubted(likely);
    else if (read) onAdd(read);
  };
  const columns = (read?.headings ?? []).map((heading, id) => ({
    id,
    name: heading ?? t('sms.file.columnPlace', { place: id + 1 }),
  }));
  return (
    <ConfirmDialog
      wide
      onClose={onClose}
      title={t(contacts ? 'contacts.importTitle' : 'sms.file.title')}
      description={<bdi>{file.name}</bdi>}
      confirmLabel={count === 0 ? t('sms.file.none') : t(contacts ? 'contacts.importAdd' : 'sms.file.add', { count })}
      busy={busy}
      disabled={!read || count === 0}
      onConfirm={() => void add()}
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-2">
          {file.sheets !== null && file.sheets.length > 1 && (
            <Field label={t('sms.file.sheet')}>
              <Select
                value={sheet}
                onChange={({ target }) => {
                  setSheet(Number(target.value));
                  setColumn(null);
                }}
              >
                <Options of={file.sheets.map((name, id) => ({ id, name }))} />
              </Select>
            </Field>
          )}
          <Field label={t('sms.file.column')}>
            <Select value={column ?? read?.column ?? 0} onChange={({ target }) => setColumn(Number(target.value))}>
              <Options of={columns} />
            </Select>
          </Field>
          <CountryField value={country} onChange={onCountry} lines={read ?? NO_RECIPIENTS} className="sm:col-span-2" />
        </div>
        {doubted && read && (
          <ConfirmDialog
            onClose={() => setDoubted(undefined)}
            title={t('sms.file.whichCountry')}
            description={looksLike(doubted)}
            keepLabel={takeText(doubted)}
            onKeep={() => {
              choose(doubted.country);
              setDoubted(undefined);
            }}
            confirmLabel={t('sms.file.anyway')}
            onConfirm={() => {
              setDoubted(undefined);
              onAdd(read);
            }}
          />
        )}
        {read && (
          <Found counted={contacts ? 'contacts.found' : 'sms.history.recipients'} {...{ read, message, country }} />
        )}
        {children}
        {file.sheets === null && (
          <Field label={t('sms.file.encoding')}>
            <Select
              value={encoding}
              onChange={({ target }) => setEncoding(FILE_ENCODINGS.find((each) => each === target.value) ?? encoding)}
            >
              <Options of={FILE_ENCODINGS} name={(each) => encodingName(each)} />
            </Select>
          </Field>
        )}
      </div>
    </ConfirmDialog>
  );
}

/** The encodings as their standard writes them, in capitals. */
const encodingName = (encoding: FileEncoding): string =>
  encoding.startsWith('windows') ? encoding.replace('w', 'W') : encoding.toUpperCase();

interface FoundProps {
  read: RecipientFile;
  message: string;
  country: string;
  counted: 'contacts.found' | 'sms.history.recipients';
}

/** Shows the recipients found: how many, which are left out, and the first of them. */
function Found({ read, message, country, counted }: FoundProps) {
  const { numbers, written, fields, mended, repeated, wrong } = read;
  const columns = read.columns.filter((name) => name !== read.headings[read.column]);
  const counts = [
    t(counted, { count: numbers.length }),
    ...(mended.length > 0 ? [t('sms.compose.mended', { count: mended.length })] : []),
    ...(repeated > 0 ? [t('sms.compose.duplicates', { count: repeated })] : []),
  ];
  if (numbers.length === 0 && wrong.length === 0) return <p role="status">{t('sms.file.empty')}</p>;
  const hasText = message.trim() !== '';
  const faults = wrongTexts(wrong, country);
  return (
    <>
      <p role="status" className="font-medium">
        {numbers.length > 0 ? counts.join(' · ') : t('sms.file.noneReason')}
      </p>
      {faults.length + numbers.length > 0 && wrong.length > 0 && (
        <FaultLines tone="danger" label={t('sms.file.leftOut', { count: wrong.length })} lines={faults} />
      )}
      {numbers.length > 0 && (
        <section>
          <h3 className="mb-1.5 text-sm font-medium">
            {t(hasText ? 'sms.file.preview' : 'sms.file.rows')}
            {numbers.length > PREVIEWED &&
              ` · ${t('sms.history.progressCount', { done: PREVIEWED, total: numbers.length })}`}
          </h3>
          <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
            {numbers.slice(0, PREVIEWED).map((number, at) => (
              <li key={number} className="flex flex-col gap-0.5 px-3 py-2 text-sm">
                <span className="flex flex-wrap gap-x-2 tabular-nums">
                  <WithNumbers className="font-medium">{number}</WithNumbers>
                  {written[at] !== number && (
                    <bdi dir="ltr" className="text-muted">
                      {`(${written[at]})`}
                    </bdi>
                  )}
                </span>
                <span className="break-words whitespace-pre-wrap text-muted empty:hidden">
                  {hasText
                    ? personalText(message, fields[at] ?? {}).text
                    : columns.flatMap((name) => fields[at]?.[name] || []).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
