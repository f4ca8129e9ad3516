import { listApiKeys } from '../../../../src/callers/keys/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';

/** Offers to end the API keys as well, and names them: a person who has a key can still use the account. */
export function RevokeKeys({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { id } = useCurrentUser();
  const keys = useRead(listApiKeys, { id });
  if (!keys.data?.length) return null;
  return (
    <Checkbox className="text-sm" checked={checked} onChange={({ target }) => onChange(target.checked)}>
      {t('settings.revokeKeys', { names: keys.data.map(({ name }) => name).join(', ') })}
    </Checkbox>
  );
}
