import { t } from '../../../../lib/i18n.ts';
import { CircleCheck, CircleX } from '../../../../ui/icons.tsx';
import { sameHash } from './same-hash.ts';

/** Says before Verify is pressed whether the shared hash is a customer's; `short`: by its sign alone. */
export function HashMatch({ hash, of, short = false }: { hash: string; of: string; short?: boolean }) {
  const matches = sameHash(hash, of);
  const Icon = matches ? CircleCheck : CircleX;
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm font-medium ${matches ? 'text-success' : 'text-warning'}`}
    >
      <Icon aria-hidden className="size-4" />
      <span className={short ? 'sr-only' : ''}>
        {t(matches ? 'admin.payments.hashMatches' : 'admin.payments.hashDiffers')}
      </span>
    </span>
  );
}
