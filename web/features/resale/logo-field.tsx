import { t } from '../../lib/i18n.ts';
import { formatSize } from '../../lib/format-size.ts';
import { UploadField } from '../../ui/upload-field.tsx';
import { logoFault } from './logo-fault.ts';
import { MAX_RECEIPT_BYTES } from '../../../src/edge/uploads/contract.ts';

interface LogoFieldProps {
  /** Where the logo is; null where there is none. */
  logoUrl: string | null;
  /** The server's objection to it. */
  error: string | undefined;
  onChange: (logoUrl: string | null) => void;
  onBusy: (busy: boolean) => void;
}

/** Uploads a logo as soon as it is chosen, and takes it away again. */
export function LogoField({ logoUrl, ...field }: LogoFieldProps) {
  const size = formatSize(MAX_RECEIPT_BYTES);
  return (
    <UploadField
      {...field}
      label={t('brand.logo')}
      hint={t('brand.logoHint', { size })}
      words={{
        sending: t('brand.logoSending'),
        failed: t('brand.logoFailed'),
        remove: t('brand.logoRemove'),
      }}
      accept=".png,.jpg,.jpeg,.gif,.webp"
      value={logoUrl}
      check={async (file) => {
        const fault = await logoFault(file);
        return fault ? t(fault, { size }) : file;
      }}
    />
  );
}
