import { t } from '../../../lib/i18n.ts';
import { formatSize } from '../../../lib/format-size.ts';
import { toast } from '../../../ui/toast.tsx';
import { decodeFile } from './decode-file.ts';
import { LARGEST_FILE_BYTES, readRecipientFile, type RecipientFile } from './recipient-file.ts';

/** Reads the recipients of a file, and tells how many were found; null if there are none. */
export async function takeRecipientFile(file: File): Promise<RecipientFile | null> {
  if (file.size > LARGEST_FILE_BYTES)
    return refuse(t('sms.file.tooLarge', { size: formatSize(LARGEST_FILE_BYTES) }));
  const { text, encoding } = decodeFile(new Uint8Array(await file.arrayBuffer()));
  const read = readRecipientFile(text);
  const { numbers, column } = read;
  if (numbers.length === 0) return refuse(t('sms.file.empty'));
  toast({
    title: t('sms.file.read', { count: numbers.length }),
    description: [
      column ? t('sms.file.column', { column }) : file.name,
      ...(encoding === 'utf-8' ? [] : [t('sms.file.encoding', { encoding: encoding.toUpperCase() })]),
    ].join(' · '),
  });
  return read;
}

function refuse(description: string): null {
  toast({ title: t('sms.file.refused'), description, variant: 'destructive' });
  return null;
}
