import { MAX_MEDIA_BYTES, MEDIA_DAYS } from '../../src/services/messaging/contract.ts';
import { t } from '../lib/i18n.ts';
import { formatNumber } from '../lib/locale.ts';
import { shrinkPicture } from '../lib/shrink-picture.ts';
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
      words={{
        sending: t('sms.media.sending'),
        failed: t('sms.media.failed'),
        remove: t('sms.media.remove'),
      }}
      accept=".png,.jpg,.jpeg,.gif"
      alt={t('inbox.picture')}
      check={async (file) => (await shrinkPicture(file)) ?? t('sms.media.wrong', { size })}
    />
  );
}
