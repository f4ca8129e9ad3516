import { t } from '../../lib/i18n.ts';
import { useRates } from '../../lib/use-rates.ts';
import { useCurrentUser } from '../../state/session.ts';
import { formatPounds } from '../../ui/format-money.ts';
import type { AnyEndpoint } from './endpoints.ts';
import { exampleCost } from './example-cost.ts';
import type { FirstStep } from './example-request.ts';

/** Says what trying an example costs, with all that it makes first; null where it costs nothing. */
export function useExampleCost() {
  const rates = useRates(useCurrentUser().id);
  return (endpoint: AnyEndpoint, body: unknown, first: FirstStep | null): string | null => {
    const cost = exampleCost({ endpoint, body }, first?.made, rates);
    if (!cost) return null;
    if (cost.pounds === null) return t('apiDocs.try.confirmNormal');
    const pounds = formatPounds(cost.pounds);
    return cost.per === 'minute'
      ? t('apiDocs.try.confirmRate', { rate: pounds })
      : t('apiDocs.try.confirmText', { price: pounds });
  };
}
