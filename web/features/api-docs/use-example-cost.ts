import { countParts } from '../../../src/money/pricing/parts.ts';
import { t } from '../../lib/i18n.ts';
import { multiplyPounds } from '../../lib/pounds.ts';
import { useRates } from '../../lib/use-rates.ts';
import { useCurrentUser } from '../../state/session.ts';
import { formatPounds } from '../../ui/format-money.ts';
import type { AnyEndpoint } from './endpoints.ts';
import type { FirstStep } from './example-request.ts';

/** A request as far as its price goes. */
interface Sent {
  name: string;
  body: unknown;
}

/** Says what trying an example costs, with all that it makes first; null where it costs nothing. */
export function useExampleCost() {
  const rates = useRates(useCurrentUser().id);
  return ({ name }: AnyEndpoint, body: unknown, first: FirstStep | null): string | null => {
    const made: Sent[] = first ? [{ name: first.made.endpoint.name, body: first.made.body }] : [];
    // Sending again costs what was made to be sent again.
    const again = name === 'resendSms' && made[0] ? made[0] : { name, body };
    const requests = [...made, again];
    if (requests.some((request) => request.name === 'placeCall')) {
      return t('apiDocs.try.confirmRate', { rate: formatPounds(rates?.voice ?? '0') });
    }
    const parts = requests
      .filter((request) => request.name === 'sendSms')
      .map(({ body: sent }) => partsOf(sent));
    if (parts.length === 0) return null;
    const price = multiplyPounds(
      rates?.sms ?? '0',
      parts.reduce((sum, each) => sum + each, 0),
    );
    return t('apiDocs.try.confirmText', { price: formatPounds(price) });
  };
}

/** Parts of a message to all of its recipients; what is no message is the server's to refuse. */
function partsOf(body: unknown): number {
  const { message = '', recipients = [] } = Object(body);
  const count = Array.isArray(recipients) ? new Set(recipients).size : 1;
  return countParts(String(message)).parts * count;
}
