import { useRef, useState } from 'react';
import { formatSize } from '../../../lib/format-size.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { FileUp } from '../../../ui/icons.tsx';
import { toastFailure } from '../../../ui/toast.tsx';
import { openFile, type OpenFile } from './open-file.ts';
import { LARGEST_FILE_BYTES } from './recipient-file.ts';

/** What the reader of tables takes. */
const TABLES = '.csv,.tsv,.txt,.xlsx,text/csv,text/plain';

const refuse = (description: string) => toastFailure(t('sms.file.refused'), description);

/** A file of numbers that somebody has chosen, opened; it is refused where it cannot be read. */
export function useChosenFile() {
  const [chosen, setChosen] = useState<OpenFile | null>(null);
  const open = async (file: File) => {
    if (file.size > LARGEST_FILE_BYTES) return refuse(t('sms.file.tooLarge', { size: formatSize(LARGEST_FILE_BYTES) }));
    try {
      setChosen(await openFile(file));
    } catch {
      refuse(t('sms.file.unreadable'));
    }
  };
  return { chosen, take: (file: File) => void open(file), close: () => setChosen(null) };
}

interface FilePickerProps {
  label: string;
  accept?: string;
  busy?: boolean;
  onFile: (file: File) => void;
}

/** The button that chooses a file, for those who do not drop one. */
export function FilePicker({ label, accept = TABLES, busy = false, onFile }: FilePickerProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button busy={busy} variant="secondary" size="sm" icon={FileUp} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file chosen again must be a change again.
          target.value = '';
        }}
      />
    </>
  );
}
