import { MAX_MEDIA_BYTES, MEDIA_DAYS, MEDIA_TYPES } from '../../src/services/messaging/contract.ts';
import { formatNumber, t } from '../lib/i18n.ts';
import { UploadField } from './upload-field.tsx';

interface MediaFieldProps {
  value: string | null;
  error?: string | undefined;
  onChange: (media: string | null) => void;
  onBusy?: (busy: boolean) => void;
}

/** The picture of a message. */
export function MediaField({ error, ...field }: MediaFieldProps) {
  const size = `${formatNumber(MAX_MEDIA_BYTES / 1000)} kB`;
  return (
    <UploadField
      {...field}
      error={error}
      label={t('sms.media.label')}
      hint={t('sms.media.hint', { size, count: MEDIA_DAYS })}
      words={{ sending: t('sms.media.sending'), failed: t('sms.media.failed'), remove: t('sms.media.remove') }}
      accept=".png,.jpg,.jpeg,.gif"
      alt={t('inbox.picture')}
      check={async (file) => (await shrinkPicture(file)) ?? t('sms.media.wrong', { size })}
    />
  );
}

/** The longest sides that are tried, in pixels, from large to small. */
const SIDES = [1600, 1280, 960, 640];
const QUALITY = 0.85;

/** A picture as it can be sent: one that is too large as a smaller JPEG. Null for what is no picture, or stays too large. */
async function shrinkPicture(file: File): Promise<File | null> {
  if (!MEDIA_TYPES.some((type) => type === file.type)) return null;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  if (file.size <= MAX_MEDIA_BYTES) return file;
  // Only its first frame would be left of a moving picture.
  if (file.type === 'image/gif') return null;
  for (const side of SIDES) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
    if (blob.size <= MAX_MEDIA_BYTES) return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
  }
  return null;
}
