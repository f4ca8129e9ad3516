import { listApiKeys } from '../../../../src/callers/keys/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/use-read.ts';
import { useCurrentUser } from '../../../state/session.ts';

/** Offers to end the API keys as well, and names them: a person who has a key can still use the account. */
export function RevokeKeys({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { id } = useCurrentUser();
  const keys = useRead(listApiKeys, { id });
  if (!keys.data?.length) return null;
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="min-w-0 break-words">
        {t('settings.revokeKeys', { names: keys.data.map(({ name }) => name).join(', ') })}
      </span>
    </label>
  );
}
