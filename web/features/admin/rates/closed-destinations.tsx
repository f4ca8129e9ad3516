import { listRateDecks, type RateDeck, USED_DAYS } from '../../../../src/money/decks/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/reads.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Time } from '../../../ui/values.tsx';
import { DAY_MS } from '../../../../src/platform/kit/durations.ts';

type LastImport = NonNullable<RateDeck['lastImport']>;

/** For how long after a file the overview says what it took from sale. */
const SHOWN_MS = 7 * DAY_MS;

/**
 * Shows the destinations that carriers' files take from sale soon, or took lately; nothing if there is none.
 */
export function ClosedDestinations() {
  const { data } = useRead(listRateDecks, {});
  return (data?.decks ?? []).map(({ id, name, lastImport }) =>
    lastImport && lastImport.closed > 0 && Date.now() - Date.parse(lastImport.validFrom) < SHOWN_MS ? (
      <ClosedNotice key={id} deck={name} lastImport={lastImport} />
    ) : null,
  );
}

/** The destinations that would not be sold any more; nothing if all of them would. */
export const ClosedText = ({ closed, sold, closedUsed: used }: { closed: number; sold: number; closedUsed: number }) =>
  closed > 0 && (
    <Notice tone="danger">{t('rates.changes.closed', { count: sold, closed, used, days: USED_DAYS })}</Notice>
  );

/** How many destinations a carrier's file takes from sale, and from when. */
export function ClosedNotice({ deck, lastImport }: { deck: string; lastImport: LastImport }) {
  const { closed, closedUsed, validFrom, fileName: file } = lastImport;
  const values = { deck, file, count: closed, used: closedUsed, days: USED_DAYS };
  return (
    <Notice tone="danger">
      <Time iso={validFrom} /> · {t('rates.closed', values)}
    </Notice>
  );
}
