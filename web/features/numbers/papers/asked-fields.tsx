import type { NumberPapers } from '../../../../src/services/numbers/papers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { Theirs } from './theirs.tsx';

interface AskedFieldsProps {
  asked: NumberPapers['asked'][number]['details'];
  given: Readonly<Record<string, string>>;
  /** It was sent once: what is empty is marked. */
  tried: boolean;
  onChange: (given: Record<string, string>) => void;
}

const MAX_ANSWER = 200;

/** One field for each thing that is to be told, in the carrier's words. */
export const AskedFields = ({ asked, given, tried, onChange }: AskedFieldsProps) =>
  asked.map(({ key, name, description }) => {
    const value = given[key] ?? '';
    return (
      <Field
        key={key}
        label={<Theirs>{name}</Theirs>}
        hint={description && <Theirs>{description}</Theirs>}
        error={tried && value.trim() === '' ? t('numbers.papers.empty') : undefined}
      >
        <Input
          value={value}
          maxLength={MAX_ANSWER}
          autoComplete="off"
          onChange={(event) => onChange({ ...given, [key]: event.target.value })}
        />
      </Field>
    );
  });
