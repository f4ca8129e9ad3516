import { type NumberDetails, TRAFFIC_DAYS } from '../../../../src/services/numbers/details/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { StatCard } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';

const COUNTS = ['messagesIn', 'messagesOut', 'callsIn', 'callsOut', 'minutes'] as const;

/** Shows a number's recent traffic. */
export function NumberTraffic({ traffic }: Pick<NumberDetails, 'traffic'>) {
  return (
    <section aria-label={t('numbers.page.traffic', { days: formatNumber(TRAFFIC_DAYS) })}>
      <h3 className="mb-2 text-sm font-medium text-muted">
        {t('numbers.page.traffic', { days: formatNumber(TRAFFIC_DAYS) })}
      </h3>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 2xl:grid-cols-6">
        {COUNTS.map((count) => (
          <StatCard key={count} label={t(`numbers.page.count.${count}`)} value={formatNumber(traffic[count])} />
        ))}
        <StatCard label={t('numbers.page.count.cost')} value={<Money value={traffic.cost} />} />
      </div>
    </section>
  );
}
