import { listCoins } from '../../../src/money/payments/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { Notice } from '../../ui/notice.tsx';
import { MINUTE_MS } from '../../../src/platform/kit/durations.ts';

/** How often this is read again, because no event tells of it. */
const EVERY_MS = MINUTE_MS;

/** The coins in which payments are stopped at this moment, because their rates are not certain. */
export function PausedRates() {
  const coins = useQuery({
    queryKey: ['api', 'coins', 'paused'],
    queryFn: () => call(listCoins),
    refetchInterval: EVERY_MS,
  });
  const paused = (coins.data ?? []).filter((coin) => coin.paused);
  if (paused.length === 0) return null;
  return (
    <Notice tone="warning">
      {t('admin.rates.paused', { coins: paused.map(({ name }) => name).join(', ') })}
    </Notice>
  );
}
