import { useQuery } from '@tanstack/react-query';
import { type AddressKey, listAddressKeys } from '../../../../src/money/addresses/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** The keys from which payments get addresses of their own. Nothing is shown where none is set. */
export function AddressKeys() {
  const keys = useQuery({
    queryKey: ['api', 'admin', 'address-keys'],
    queryFn: () => call(listAddressKeys),
  });
  if (!keys.data || keys.data.length === 0) return null;
  return (
    <Card title={t('admin.addressKeys.title')} description={t('admin.addressKeys.hint')}>
      <ul className="flex flex-col gap-5">
        {keys.data.map((key) => (
          <KeyItem key={key.setting} of={key} />
        ))}
      </ul>
    </Card>
  );
}

function KeyItem({ of: { setting, form, first, given, unusedInARow, gapLimit } }: { of: AddressKey }) {
  return (
    <li className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        <code>{setting}</code> ({form})
      </p>
      <ol className="flex flex-col gap-1 font-mono text-sm">
        {first.map((address) => (
          <li key={address} className="break-all">
            <bdi>{address}</bdi>
          </li>
        ))}
      </ol>
      <p>{t('admin.addressKeys.given', { given, unused: unusedInARow })}</p>
      {unusedInARow >= gapLimit && <Notice tone="warning">{t('admin.addressKeys.gap', { limit: gapLimit })}</Notice>}
    </li>
  );
}
