import { useRef, useState, type DragEvent, type Ref } from 'react';
import { FileUp } from 'lucide-react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { LARGEST_FILE_BYTES, readRecipientFile, type RecipientFile } from './recipient-file.ts';
import { RecipientFaults } from './recipient-faults.tsx';
import type { RecipientCheck } from './recipients.ts';
import { formatSize } from '../../lib/format-size.ts';

interface RecipientsFieldProps {
  value: string;
  onChange: (text: string) => void;
  /** With a file whose numbers have been added. */
  onFile: (file: RecipientFile) => Promise<void>;
  check: RecipientCheck;
  /** Where the focus goes when they are wrong. */
  inputRef: Ref<HTMLTextAreaElement>;
  error?: string;
  invalid?: boolean;
}

/** Recipients, typed, pasted, or taken from a file that is dropped or chosen. */
export function RecipientsField({
  value,
  onChange,
  onFile,
  check,
  inputRef,
  error,
  invalid,
}: RecipientsFieldProps) {
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LARGEST_FILE_BYTES)
      return refuse(t('sms.file.tooLarge', { size: formatSize(LARGEST_FILE_BYTES) }));
    const read = readRecipientFile(await file.text());
    const { numbers, column } = read;
    if (numbers.length === 0) return refuse(t('sms.file.empty'));
    onChange([value.trimEnd(), ...numbers].filter(Boolean).join('\n'));
    void onFile(read);
    toast({
      title: t('sms.file.read', { count: numbers.length }),
      description: column ? t('sms.file.column', { column }) : file.name,
    });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void take(file);
    else onChange([value.trimEnd(), event.dataTransfer.getData('text')].filter(Boolean).join('\n'));
  };

  return (
    <div
      className={`flex flex-col gap-2 rounded-md ${over ? 'outline-2 outline-offset-4 outline-accent outline-dashed' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Field
        label={t('sms.compose.recipients')}
        error={error}
        invalid={invalid}
        hint={
          <>
            {t('sms.compose.recipientsCount', { count: check.numbers.length })}
            {check.repeated.length > 0 &&
              ` · ${t('sms.compose.duplicates', { count: check.repeated.length })}`}
            {check.wrong.length > 0 && ` · ${t('sms.compose.wrong', { count: check.wrong.length })}`}
          </>
        }
      >
        <Textarea
          ref={inputRef}
          name="recipients"
          rows={4}
          inputMode="tel"
          spellCheck={false}
          placeholder={t('sms.compose.recipientsPlaceholder')}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Button
          variant="secondary"
          size="sm"
          icon={<FileUp aria-hidden className="size-4" />}
          onClick={() => picker.current?.click()}
        >
          {t('sms.file.choose')}
        </Button>
        {t('sms.file.hint')}
      </p>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label={t('sms.file.choose')}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <RecipientFaults check={check} />
    </div>
  );
}

const refuse = (description: string) =>
  toast({ title: t('sms.file.refused'), description, variant: 'destructive' });
