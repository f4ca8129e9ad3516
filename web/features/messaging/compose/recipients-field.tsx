import { useEffect, useRef } from 'react';
import { exampleNumber } from '../../../lib/example-number.ts';
import { t } from '../../../lib/i18n.ts';
import { Field, Textarea } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDrop } from '../../../ui/use-drop.ts';
import { CountryField } from './country-field.tsx';
import { FileDialog } from './file-dialog.tsx';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { TABLES, useChosenFile } from './use-chosen-file.ts';
import type { RecipientFile } from './recipient-file.ts';
import { RecipientFaults } from './recipient-faults.tsx';
import { type Composing, LINES } from './use-compose.ts';

interface RecipientsFieldProps {
  composing: Composing;
  error?: string;
}

/** Recipients, typed, pasted, or taken from a file that is dropped or chosen. */
export function RecipientsField({ composing: { form, check, takeFields }, error }: RecipientsFieldProps) {
  const { recipients: value, message, country } = form.watch();
  const { ref: inputRef } = form.register('recipients');
  const onChange = (text: string) => form.setValue('recipients', text, { shouldValidate: form.formState.isSubmitted });
  const onCountry = (chosen: string) => form.setValue('country', chosen);
  const add = (more: readonly string[]) => onChange([value.trimEnd(), ...more].filter(Boolean).join('\n'));

  const faults = useRef<HTMLDivElement>(null);
  const { recipients: fault } = form.formState.errors;
  useEffect(() => {
    // What mends it comes into sight, above the bar of a narrow screen.
    if (fault?.type === LINES) faults.current?.scrollIntoView({ block: 'nearest' });
  }, [fault]);
  const file = useChosenFile();
  const { over, area } = useDrop((dropped) => {
    const [taken] = dropped.files;
    if (taken) file.take(taken);
    else add([dropped.getData('text')]);
  });
  const takeRead = (read: RecipientFile) => {
    file.close();
    add(read.numbers);
    takeFields(read);
    toast(t('sms.file.read', { count: read.numbers.length }));
    // The dialog gives the focus back first, to a picker that no longer has it.
    setTimeout(() => form.setFocus('message'));
  };
  return (
    <div
      className={`flex flex-col gap-2 rounded-md ${over ? 'outline-2 outline-offset-4 outline-accent outline-dashed' : ''}`}
      {...area}
    >
      <Field
        label={t('sms.compose.recipients')}
        error={error}
        hint={
          <>
            {t('sms.compose.recipientsCount', { count: check.numbers.length })}
            {check.repeated.length > 0 && ` · ${t('sms.compose.duplicates', { count: check.repeated.length })}`}
            {check.mended.length > 0 && ` · ${t('sms.compose.mended', { count: check.mended.length })}`}
            {check.wrong.length > 0 && ` · ${t('sms.compose.wrong', { count: check.wrong.length })}`}
          </>
        }
      >
        <Textarea
          ref={inputRef}
          name="recipients"
          rows={Math.min(8, Math.max(4, value.split('\n').length))}
          inputMode="tel"
          spellCheck={false}
          placeholder={exampleNumber(country).whole}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <FilePicker label={t('sms.file.choose')} accept={TABLES} onFile={file.take} />
        {t('sms.file.hint')}
      </p>
      <div ref={faults} className="flex scroll-mt-20 flex-col gap-2 max-lg:scroll-mb-32">
        <CountryField value={country} onChange={onCountry} lines={check} />
        <RecipientFaults {...{ check, country }} />
      </div>
      {file.chosen && (
        <FileDialog
          file={file.chosen}
          message={message}
          country={country}
          onCountry={onCountry}
          onAdd={takeRead}
          onClose={file.close}
        />
      )}
    </div>
  );
}
