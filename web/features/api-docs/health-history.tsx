import { HISTORY, type CarrierHealthHistory } from '../../../src/carriers/contract.ts';
import { numberFormat, t } from '../../lib/i18n.ts';
import { Badge, formatTime } from '../../ui/values.tsx';
import { MINUTE_MS } from '../../../src/platform/kit/durations.ts';

type Slice = CarrierHealthHistory['slices'][number];

const SLICE_MS = HISTORY.sliceMinutes * MINUTE_MS;
const SLICES = (HISTORY.hours * 60) / HISTORY.sliceMinutes;

const TONES = { well: 'bg-success', partly: 'bg-warning', down: 'bg-danger', unknown: 'bg-line' } as const;
type Condition = keyof typeof TONES;

/** The health of a carrier in the last hours, as a strip of slices and in words. */
export function HealthHistory({ history }: { history: CarrierHealthHistory }) {
  const { detail, healthy } = history;
  return (
    <div className="flex w-full flex-col gap-1.5">
      <Strip history={history} />
      <Facts history={history} />
      {detail && (
        <code className={`font-mono text-sm wrap-anywhere ${healthy ? 'text-muted' : 'text-danger'}`}>{detail}</code>
      )}
    </div>
  );
}

function Strip({ history: { provider, slices } }: { history: CarrierHealthHistory }) {
  const strip = allSlices(slices, Date.now());
  return (
    <div
      role="img"
      aria-label={t('apiDocs.providers.history', {
        name: provider,
        hours: HISTORY.hours,
        minutes: HISTORY.sliceMinutes,
        count: strip.filter(({ condition }) => condition === 'down' || condition === 'partly').length,
      })}
      className="flex h-6 w-full overflow-hidden rounded-sm sm:gap-px"
    >
      {strip.map(({ slice, condition }) => (
        <span key={slice} className={`min-w-0 flex-1 ${TONES[condition]}`} />
      ))}
    </div>
  );
}

/** How often it answered and took what it was given, when it was last asked, and our credit there. */
function Facts({ history: { slices, checkedAt, balance } }: { history: CarrierHealthHistory }) {
  const probes = sum(slices, 'probes');
  const sends = sum(slices, 'sends');
  const { hours } = HISTORY;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-sm text-muted">
      {probes > 0 && (
        <span>
          {t('apiDocs.providers.uptime', { count: probes, hours, percent: percent(sum(slices, 'healthy'), probes) })}
        </span>
      )}
      {sends > 0 && (
        <span>
          {t('apiDocs.providers.traffic', { count: sends, percent: percent(sum(slices, 'failures'), sends) })}
        </span>
      )}
      {checkedAt && <span>{t('apiDocs.providers.checked', { date: formatTime(checkedAt) })}</span>}
      {balance && (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {t('apiDocs.providers.credit', {
            amount: numberFormat({ style: 'currency', currency: balance.currency }).format(Number(balance.amount)),
          })}
          {balance.isLow && <Badge tone="warning">{t('apiDocs.providers.creditLow')}</Badge>}
        </span>
      )}
      {balance?.isLow && <span className="basis-full">{t('admin.alarms.items.carrierCredit.advice')}</span>}
    </p>
  );
}

/** All slices up to now, oldest first. */
function allSlices(slices: readonly Slice[], now: number): { slice: number; condition: Condition }[] {
  const newest = Math.floor(now / SLICE_MS);
  const bySlice = new Map(slices.map((slice) => [Math.floor(Date.parse(slice.at) / SLICE_MS), slice]));
  return Array.from({ length: SLICES }, (_, index) => {
    const slice = newest - SLICES + 1 + index;
    return { slice, condition: conditionOf(bySlice.get(slice)) };
  });
}

function conditionOf(slice: Slice | undefined): Condition {
  if (!slice || slice.probes === 0) return 'unknown';
  if (slice.healthy === 0) return 'down';
  return slice.healthy < slice.probes ? 'partly' : 'well';
}

const sum = (slices: readonly Slice[], name: 'probes' | 'healthy' | 'sends' | 'failures'): number =>
  slices.reduce((total, slice) => total + (slice[name] ?? 0), 0);

export const percent = (part: number, whole: number): string =>
  numberFormat({ maximumFractionDigits: 1 }).format((100 * part) / whole);
