import { useState } from 'react';
import type { Destinations } from '../../src/callers/approvals/contract.ts';
import { t } from '../lib/i18n.ts';
import { Field, Textarea } from './field.tsx';

const LINE = /^\+?(\d{1,15})[\s;,]+£?(\d+(?:\.\d+)?)$/;

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);

/** Each line a prefix and a price; null where one is not. */
function destinationsIn(text: string): Destinations | null {
  const read = linesOf(text).map((line) => LINE.exec(line));
  return read.some((each) => each === null)
    ? null
    : read.flatMap((each) => (each ? [{ prefix: each[1] ?? '', rate: each[2] ?? '' }] : []));
}

interface DestinationsFieldProps {
  label: string;
  hint: string;
  error?: string | undefined;
  /** What is set. */
  initial: Destinations;
  /** Null while a line cannot be read. */
  onChange: (destinations: Destinations | null) => void;
}

/** Prices of single destinations, one a line. */
export function DestinationsField({ label, hint, error, initial, onChange }: DestinationsFieldProps) {
  const [text, setText] = useState(() => initial.map(({ prefix, rate }) => `${prefix} ${rate}`).join('\n'));
  const bad = linesOf(text).find((line) => !LINE.test(line));
  return (
    <Field label={label} hint={hint} error={bad ? t('admin.ownPrices.destinationsForm', { line: bad }) : error}>
      <Textarea
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onChange(destinationsIn(target.value));
        }}
        rows={3}
        className="font-mono"
      />
    </Field>
  );
}
