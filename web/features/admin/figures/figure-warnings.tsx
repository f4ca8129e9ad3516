import { listLosses } from '../../../../src/admin/figures/contract.ts';
import { getCarrierHealth } from '../../../../src/carriers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { subtractPounds } from '../../../lib/pounds.ts';
import { useRead } from '../../../lib/reads.ts';
import { formatPounds } from '../../../ui/values.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { dayName } from '../../../ui/time-name.ts';
import { destinationName } from './figure-name.ts';
import { MINUTE_MS } from '../../../../src/platform/kit/durations.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';

/** Destinations that lose money, and carriers at which our credit is low; no event tells of either. Nothing if there are none. */
export function FigureWarnings() {
  const losses = useRead(listLosses, {}, { everyMs: MINUTE_MS });
  const carriers = useRead(getCarrierHealth, {}, { everyMs: MINUTE_MS });
  const low = (carriers.data ?? []).filter(({ balance }) => balance?.isLow);
  return (
    <>
      {losses.data && losses.data.length > 0 && (
        <Notice tone="danger">
          <p>{t('admin.figures.losses')}</p>
          <ul>
            {losses.data.map(({ day, code, revenue, cost }) => (
              <li key={`${day} ${code}`}>
                {t('admin.figures.loss', {
                  country: destinationName(code),
                  day: dayName(day),
                  amount: formatPounds(subtractPounds(revenue, cost)),
                })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {low.length > 0 && (
        <Notice tone="warning">
          {t('admin.figures.lowCredit', { names: low.map(({ provider }) => carrierName(provider)).join(', ') })}
        </Notice>
      )}
    </>
  );
}
