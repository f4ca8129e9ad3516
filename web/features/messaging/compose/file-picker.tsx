import { useRef, useState } from 'react';
import { formatSize } from '../../../lib/format-size.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { FileUp } from '../../../ui/icons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { openFile, type OpenFile } from './open-file.ts';
import { LARGEST_FILE_BYTES } from './recipient-file.ts';

const refuse = (description: string) => toast({ title: t('sms.file.refused'), description, variant: 'destructive' });

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

/** The button that chooses a file, for those who do not drop one. */
export function FilePicker({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="secondary" size="sm" icon={FileUp} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
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
