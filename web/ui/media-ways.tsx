import type { ResponseOf } from '../../src/platform/kit/endpoint.ts';
import type { quoteSms } from '../../src/services/messaging/contract.ts';
import { formatNumber, t } from '../lib/i18n.ts';
import { formatPounds } from './values.tsx';
import { WithNumbers } from './with-numbers.tsx';

type Ways = NonNullable<ResponseOf<typeof quoteSms>['media']>;

/** It says who gets the picture of a message itself and who a link to it, and what each of both costs. */
export function MediaWays({ ways }: { ways: Ways }) {
  return (
    <ul aria-label={t('sms.media.label')} className="flex flex-col gap-1 text-sm">
      {(['mms', 'link'] as const)
        .filter((way) => ways[way].recipients > 0)
        .map((way) => {
          const { recipients, cost, numbers } = ways[way];
          const title = t(`sms.media.${way}`, { count: recipients, price: formatPounds(cost) });
          return (
            <li key={way}>
              <details>
                <summary className="cursor-pointer">{title}</summary>
                <p className="break-words text-muted">
                  <WithNumbers>{numbers.join(', ')}</WithNumbers>
                  {recipients > numbers.length && ` +${formatNumber(recipients - numbers.length)}`}
                </p>
              </details>
            </li>
          );
        })}
    </ul>
  );
}
