import { Check, Globe, Phone } from '../../ui/icons.tsx';
import { isolated, t } from '../../lib/i18n.ts';
import { numberFormat } from '../../lib/locale.ts';
import { formatPounds } from '../../ui/format-money.ts';

/** Messages of each hour of a day, in percent of the drawing's height; the busiest stands out. */
const HOURS = [18, 24, 21, 32, 46, 58, 71, 64, 78, 92, 84, 66, 74, 88, 69, 52];
const BUSIEST = Math.max(...HOURS);
const BARS = HOURS.map((share, hour) => ({
  x: hour * 20 + 3,
  height: share * 0.84,
  busiest: share === BUSIEST,
}));

/**
 * A picture of the dashboard at work, drawn with the dashboard's own means.
 * @param coins whether a payment in a coin is part of it
 */
export function HeroPreview({ coins }: { coins: boolean }) {
  return (
    <div
      role="img"
      aria-label={t(coins ? 'landing.preview.label' : 'landing.resold.preview')}
      className="relative min-w-0"
    >
      <SignalArcs />
      <div className="relative mx-auto max-w-md lg:me-0">
        <div className="rounded-lg border border-line bg-surface p-5 shadow-raised sm:p-6">
          <Balance />
          <Traffic />
          <Campaign />
        </div>
        {coins && <Notice />}
        <Feed />
      </div>
    </div>
  );
}

/** Waves that leave an antenna, as a symbol of sending. */
function SignalArcs() {
  return (
    <svg
      viewBox="0 0 600 600"
      fill="none"
      className="pointer-events-none absolute top-1/2 left-1/2 w-[44rem] max-w-none -translate-x-1/2 -translate-y-1/2 text-accent rtl:-scale-x-100"
    >
      {[90, 140, 190, 240, 290].map((radius, ring) => (
        <circle
          key={radius}
          cx="300"
          cy="300"
          r={radius}
          stroke="currentColor"
          strokeOpacity={0.34 - ring * 0.06}
          strokeDasharray={ring % 2 ? '2 7' : undefined}
          strokeLinecap="round"
        />
      ))}
    </svg>
  );
}

function Balance() {
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <p className="text-sm text-muted">{t('landing.preview.balance')}</p>
        <p className="mt-1 text-3xl font-semibold tracking-tight">{formatPounds('1284.50')}</p>
      </div>
      <span className="inline-flex items-center gap-1.5 rounded-full bg-success-soft px-2.5 py-1 text-xs font-medium text-success">
        <span className="size-1.5 rounded-full bg-success" />
        {t('landing.preview.live')}
      </span>
    </div>
  );
}

function Traffic() {
  return (
    <div className="mt-6">
      <p className="text-xs text-muted">{t('landing.preview.perHour')}</p>
      <svg viewBox="0 0 320 84" className="mt-2 w-full text-accent" preserveAspectRatio="none">
        {BARS.map(({ x, height, busiest }) => (
          <rect
            key={x}
            x={x}
            y={84 - height}
            width="14"
            height={height}
            rx="3"
            fill="currentColor"
            opacity={busiest ? 1 : 0.3}
          />
        ))}
      </svg>
    </div>
  );
}

function Campaign() {
  return (
    <div className="mt-5 border-t border-line pt-5">
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium">{t('landing.preview.campaign')}</p>
        <p className="text-sm text-muted">{t('landing.preview.delivered', { count: 12_480 })}</p>
      </div>
      <div className="mt-3 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className="h-full w-[94%] rounded-full bg-accent" />
      </div>
    </div>
  );
}

function Notice() {
  return (
    <div className="relative -mt-4 ms-auto flex w-fit items-center gap-3 rounded-lg border border-line bg-surface py-3 ps-3 pe-5 shadow-raised sm:-me-5">
      <span className="flex size-9 items-center justify-center rounded-full bg-success-soft text-success">
        <Check aria-hidden className="size-5" />
      </span>
      <div>
        <p className="font-medium">
          {t('landing.preview.payment')}
          <span className="ms-3 text-success">{formatPounds('100.00', { signed: true })}</span>
        </p>
        <p className="text-sm text-muted">{paidInCoin()}</p>
      </div>
    </div>
  );
}

/** The amount of such a payment in a coin. */
const paidInCoin = (): string => isolated(`${numberFormat({ maximumFractionDigits: 8 }).format(0.0018)} BTC`);

function Feed() {
  return (
    <div className="mt-4 hidden grid-cols-2 gap-4 sm:grid">
      <FeedItem
        icon={<Phone aria-hidden className="size-4" />}
        title={t('landing.preview.voice')}
        detail={t('landing.preview.voiceDetail', { minutes: 4 })}
      />
      <FeedItem
        icon={<Globe aria-hidden className="size-4" />}
        title={t('landing.preview.number')}
        detail={t('landing.preview.numberDetail')}
      />
    </div>
  );
}

function FeedItem({ icon, title, detail }: { icon: React.ReactNode; title: string; detail: string }) {
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line bg-surface p-3 shadow-card">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent">
        {icon}
      </span>
      <div className="min-w-0">
        <p className="truncate text-sm font-medium">{title}</p>
        <p className="truncate text-xs text-muted">{detail}</p>
      </div>
    </div>
  );
}
