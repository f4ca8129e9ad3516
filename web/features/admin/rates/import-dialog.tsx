import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DeckChanges,
  FILE_COLUMNS,
  type FileColumn,
  type Mapping,
  NEEDED_COLUMNS,
} from '../../../../src/money/decks/changes-contract.ts';
import {
  ANNOUNCED_HOURS,
  importRates,
  previewRateImport,
  type RateDeck,
} from '../../../../src/money/decks/contract.ts';
import { ApiError, callWithFile } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/reads.ts';
import { Field, Input, Options, Select } from '../../../ui/field.tsx';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { closeAndSay } from '../../../ui/close-and-say.ts';
import { ChangeCounts, ChangesTable } from './changes-table.tsx';
import { ClosedText } from './closed-destinations.tsx';

/** A price by the minute, one by the second after half a minute, and a destination that is not sold. */
const SAMPLE = `data:text/csv,${encodeURIComponent(`prefix,name,rate,first interval,next interval,blocked
44,United Kingdom,0.0200,60,60,
447,United Kingdom mobile,0.0350,30,1,
881,Satellite telephones,0,60,60,yes
`)}`;

/** Reads a file into a price list: first what it would change, then the change itself. */
export function ImportDialog({ deck: { id: deckId, name }, onClose }: { deck: RateDeck; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [from, setFrom] = useState('');
  const [mapping, setMapping] = useState<Mapping>({});
  const preview = useMutation({
    mutationFn: ({ chosen, columns }: { chosen: File; columns: Mapping }) =>
      callWithFile(previewRateImport, {
        params: { deckId },
        query: { columns: JSON.stringify(columns) },
        file: chosen,
      }),
  });
  const take = useMutation({
    mutationFn: (chosen: File) => {
      const columns = JSON.stringify(mapping);
      const query = { fileName: chosen.name, columns, ...(from && { validFrom: new Date(from).toISOString() }) };
      return callWithFile(importRates, { params: { deckId }, query, file: chosen });
    },
    onSuccess: closeAndSay(onClose, () => [t('rates.import.done'), name], queryKeys.rateDecks),
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    take.reset();
    setMapping({});
    if (chosen) preview.mutate({ chosen, columns: {} });
    else preview.reset();
  };
  const map = (columns: Mapping) => {
    setMapping(columns);
    if (file) preview.mutate({ chosen: file, columns });
  };
  const changes: DeckChanges | undefined = preview.data;
  const error = take.error ?? preview.error;
  return (
    <FormDialog
      onSubmit={() => file && take.mutate(file)}
      busy={take.isPending || preview.isPending}
      disabled={!file || !changes || changes.missing.length > 0 || changesNothing(changes)}
      onClose={onClose}
      title={t('rates.import.title', { name })}
      description={t('rates.import.text')}
      submitLabel={t('rates.import.submit')}
    >
      <Field label={t('rates.import.file')} hint={t('rates.import.fileHint')}>
        <Input
          type="file"
          className="py-1.5"
          accept=".csv,.txt,.xlsx,text/csv,text/plain"
          onChange={(event) => choose(event.target.files?.[0] ?? null)}
        />
      </Field>
      <DownloadLink className="self-start" size="sm" href={SAMPLE} download="prices.csv">
        {t('rates.import.sample')}
      </DownloadLink>
      <Field label={t('rates.import.from')} hint={t('rates.import.fromHint', { hours: ANNOUNCED_HOURS })}>
        <Input type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
      </Field>
      {error && <Faults error={error} />}
      {changes && <FileColumns changes={changes} mapping={mapping} onMap={map} />}
      {changes && changes.missing.length === 0 && <Changes changes={changes} />}
    </FormDialog>
  );
}

/** Shows the faults of the file, line by line. */
function Faults({ error }: { error: Error }) {
  const lines = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  if (lines.length < 2) return <Refusal error={error} fallback={t('rates.failed')} />;
  return (
    <Notice tone="danger" alert>
      <ul className="list-disc ps-4" lang="en" dir="ltr">
        {lines.map(({ path, message }) => (
          <li key={`${path} ${message}`}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}

interface FileColumnsProps {
  changes: DeckChanges;
  mapping: Mapping;
  onMap: (mapping: Mapping) => void;
}

/**
 * Shows the meaning of each column of a file, and a way to choose another one; and the columns that are
 * missing or not read.
 */
function FileColumns({ changes: { columns, missing, currency }, mapping, onMap }: FileColumnsProps) {
  const names = (keys: readonly FileColumn[]) => keys.map((key) => t(`rates.columns.names.${key}`)).join(', ');
  const isShort = columns.length < NEEDED_COLUMNS.length;
  const unread = columns.filter(({ column, heading }) => column === null && mapping[heading] !== null);
  // A meaning given to a heading holds for all columns with it; one without a heading cannot be named.
  const byHeading = [...new Map(columns.map((each) => [each.heading, each])).values()].filter(({ heading }) => heading);
  return (
    <div className="flex flex-col gap-3">
      {missing.length > 0 && (
        <Notice tone="danger">
          {isShort
            ? t('rates.columns.fewer', {
                count: columns.length,
                needed: NEEDED_COLUMNS.length,
                columns: names(missing),
              })
            : t('rates.columns.missing', { columns: names(missing) })}
        </Notice>
      )}
      {unread.length > 0 && (
        <Notice tone="warning">
          {t('rates.columns.unread', { columns: unread.map(({ heading }) => heading).join(', ') })}
        </Notice>
      )}
      {currency !== 'GBP' && <Notice>{t('rates.columns.inCurrency', { currency })}</Notice>}
      <details open={missing.length > 0 && !isShort}>
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
                <Options of={FILE_COLUMNS} name={(each) => t(`rates.columns.names.${each}`)} />
              </Select>
            </Field>
          ))}
        </div>
      </details>
    </div>
  );
}

const COUNTS = ['rows', 'same', 'new', 'dearer', 'cheaper', 'gone', 'other', 'overlapping', 'rounded'] as const;

const changesNothing = ({ rows, same, gone }: DeckChanges): boolean => rows === same && gone === 0;

/** Shows the changes of a file: how many rows of each kind, and the dearest of them. */
function Changes({ changes }: { changes: DeckChanges }) {
  return (
    <div className="flex flex-col gap-4">
      <ChangeCounts kinds={COUNTS} counts={changes} />
      {changesNothing(changes) && <Notice>{t('rates.changes.nothing')}</Notice>}
      {changes.looksLikeCosts && <Notice tone="danger">{t('rates.columns.costs')}</Notice>}
      {changes.dearerBelow > 0 && (
        <Notice tone="warning">{t('rates.changes.dearerBelow', { count: changes.dearerBelow })}</Notice>
      )}
      <ClosedText {...changes} />
      <ChangesTable rows={changes.examples} />
    </div>
  );
}
