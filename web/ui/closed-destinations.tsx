import type { Limits } from '../../src/accounts/limits/contract.ts';
import { RISKS } from '../../src/shared/risks.ts';
import { destinationName, destinationNames } from '../lib/destination-name.ts';
import { formatNumber, t } from '../lib/i18n.ts';

/** The destinations that are closed to an account, those opened for it, those with a name that is searched for only, and how many calls it may have at once. */
export function ClosedDestinations({ limits, search = '' }: { limits: Limits; search?: string }) {
  const { openedDestinations, closedCountries, callsAtOnce } = limits;
  const isMeant = (each: string) => destinationName(each).toLocaleLowerCase().includes(search.toLocaleLowerCase());
  const open = search !== '';
  const opened = openedDestinations.filter(isMeant);
  const closed = (destinations: readonly string[]) =>
    destinations.filter((each) => !openedDestinations.includes(each) && isMeant(each));
  const isNone = [...closed(RISKS), ...Object.values(closedCountries).flatMap(closed), ...opened].length === 0;
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h3 className="font-medium">{t('limits.closed.title')}</h3>
      <p className="text-muted">{t('limits.closed.text')}</p>
      <p>{isNone ? t('rates.page.none') : destinationNames(closed(RISKS))}</p>
      <Countries title={t('limits.closed.calls')} countries={closed(closedCountries.calls)} {...{ open }} />
      <Countries title={t('limits.closed.messages')} countries={closed(closedCountries.messages)} {...{ open }} />
      {opened.length > 0 && (
        <p>
          <span className="font-medium">{t('limits.closed.opened')}:</span> {destinationNames(opened)}
        </p>
      )}
      {callsAtOnce !== null && (
        <p>
          <span className="font-medium">{t('limits.closed.callsAtOnce')}:</span> {callsAtOnce}
        </p>
      )}
    </section>
  );
}

function Countries({ title, countries, open }: { title: string; countries: readonly string[]; open: boolean }) {
  if (countries.length === 0) return null;
  return (
    <details open={open}>
      <summary className="cursor-pointer rounded-sm focus-visible:outline-2 focus-visible:outline-accent">
        {title} ({formatNumber(countries.length)})
      </summary>
      <p className="mt-1 text-muted">{destinationNames(countries)}</p>
    </details>
  );
}
