import { useQuery } from '@tanstack/react-query';
import { findCoin } from '../../../../../src/money/payments/catalogue.ts';
import { listWallets, type WatchedWallet } from '../../../../../src/money/wallets/contract.ts';
import { call } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { MINUTE_MS } from '../../../../../src/platform/kit/durations.ts';

/** How often this is read again, because no event tells of it. */
const EVERY_MS = MINUTE_MS;

/** The coins whose payments are not found automatically at this moment, although they should be. */
export function WatchNotice() {
  const wallets = useQuery({
    queryKey: ['api', 'admin', 'wallets'],
    queryFn: () => call(listWallets),
    refetchInterval: EVERY_MS,
  });
  const behind = (wallets.data ?? []).filter(({ state }) => state !== 'watching');
  if (behind.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>{t('admin.wallets.behind', { coins: behind.map(nameOf).join(', ') })}</p>
      {behind.map(({ cryptocurrency, state, fault }) => (
        <p key={cryptocurrency} className="text-muted">
          {nameOf({ cryptocurrency })}:{' '}
          {fault ?? t(state === 'stalled' ? 'admin.wallets.stalled' : 'admin.wallets.failing')}
        </p>
      ))}
    </Notice>
  );
}

const nameOf = ({ cryptocurrency }: Pick<WatchedWallet, 'cryptocurrency'>): string =>
  findCoin(cryptocurrency)?.name ?? cryptocurrency;
