import { CircleCheck, CircleX } from '../../../../ui/icons.tsx';
import { t } from '../../../../lib/i18n.ts';

/** Says before Verify is pressed whether the shared hash is this customer's. */
export function HashMatch({ matches }: { matches: boolean }) {
  const Icon = matches ? CircleCheck : CircleX;
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm font-medium ${matches ? 'text-success' : 'text-warning'}`}
    >
      <Icon aria-hidden className="size-4" />
      {matches ? t('admin.payments.hashMatches') : t('admin.payments.hashDiffers')}
    </span>
  );
}
