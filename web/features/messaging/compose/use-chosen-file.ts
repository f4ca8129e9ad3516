import { useState } from 'react';
import { formatSize } from '../../../lib/format-size.ts';
import { t } from '../../../lib/i18n.ts';
import { toastFault } from '../../../ui/toast.tsx';
import { openFile, type OpenFile } from './open-file.ts';
import { LARGEST_FILE_BYTES } from './recipient-file.ts';

/** What the reader of tables takes. */
export const TABLES = '.csv,.tsv,.txt,.xlsx,text/csv,text/plain';

const refuse = (description: string) => toastFault(t('sms.file.refused'), description);

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
