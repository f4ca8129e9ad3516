import type { DestinationHealth } from '../../../src/carriers/contract.ts';
import { callingCode } from '../../../src/platform/kit/calling-code.ts';
import { callingCodeName } from '../../lib/calling-codes.ts';
import { t } from '../../lib/i18n.ts';
import { percent } from './health-history.tsx';

interface WorstDestinationsProps {
  /** The carrier's name. */
  name: string;
  /** The destinations that it reaches least, the worst first. */
  destinations: readonly DestinationHealth[];
}

/** The destinations that a carrier reaches least, to be opened; nothing where none has been tried often enough. */
export const WorstDestinations = ({ name, destinations }: WorstDestinationsProps) =>
  destinations.length > 0 && (
    <details className="w-full text-sm">
      <summary className="cursor-pointer font-medium text-muted">{t('apiDocs.providers.destinations.title')}</summary>
      <ul
        aria-label={t('apiDocs.providers.destinations.of', { name })}
        className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-2"
      >
        {destinations.map((destination) => (
          <Destination key={`${destination.service} ${destination.prefix}`} {...destination} />
        ))}
      </ul>
    </details>
  );

function Destination({ service, prefix, seen, share }: DestinationHealth) {
  const country = callingCodeName(callingCode(`+${prefix}`));
  return (
    <li className="flex flex-col border-b border-line/60 pb-1">
      <span className="min-w-0">
        <bdi className="font-medium">{`+${prefix}`}</bdi>
        {country && <span className="text-muted"> {country}</span>}
      </span>
      <span className={share < 0.5 ? 'text-danger' : 'text-muted'}>
        {t(`apiDocs.providers.destinations.${service}`, { percent: percent(share, 1), seen })}
      </span>
    </li>
  );
}
