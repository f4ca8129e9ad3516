import type { NumberPapers } from '../../../../src/services/numbers/papers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { AskedFields } from './asked-fields.tsx';
import { Theirs } from './theirs.tsx';
import type { ShownDocument } from './use-papers-form.ts';

interface DocumentFieldsProps {
  paper: NumberPapers['asked'][number]['documents'][number];
  shown: ShownDocument;
  /** It was sent once: what is missing is marked. */
  tried: boolean;
  onUploading: (uploading: boolean) => void;
  onChange: (shown: ShownDocument) => void;
}

/** The fields of one document: its kind, its details, and its file. */
export function DocumentFields({ paper, shown, tried, onUploading, onChange }: DocumentFieldsProps) {
  const kind = paper.accepted.find(({ key }) => key === shown.accepted);
  const empty = t('numbers.papers.empty');
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-2 font-semibold">
        <Theirs>{paper.name}</Theirs>
      </legend>
      {paper.description && (
        <p className="text-sm text-muted">
          <Theirs>{paper.description}</Theirs>
        </p>
      )}
      {paper.accepted.length > 1 && (
        <Field label={t('numbers.papers.kind')} error={tried && !kind ? empty : undefined}>
          <Select
            value={shown.accepted}
            onChange={(event) => onChange({ ...shown, accepted: event.target.value, fields: {} })}
          >
            <option value="" disabled>
              {t('numbers.papers.choose')}
            </option>
            {paper.accepted.map(({ key, name }) => (
              <option key={key} value={key} lang="en">
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {kind && (
        <AskedFields
          asked={kind.fields}
          given={shown.fields}
          tried={tried}
          onChange={(fields) => onChange({ ...shown, accepted: kind.key, fields })}
        />
      )}
      {kind?.file && (
        <FileField
          label={t('numbers.papers.file', { name: kind.name })}
          file={shown.file}
          error={tried && !shown.file ? empty : undefined}
          onUploading={onUploading}
          onChange={(file) => onChange({ ...shown, accepted: kind.key, file })}
        />
      )}
      {kind && !kind.file && <p className="text-sm text-muted">{t('numbers.papers.byAddress')}</p>}
    </fieldset>
  );
}
