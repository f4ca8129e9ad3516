import { HOUR_MS } from '../../../../../src/platform/kit/durations.ts';
import { coinText, findCoin } from '../../../../../src/money/payments/catalogue.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { normalizeHash } from '../../../../../src/shared/hashes.ts';
import { currentLocale, t } from '../../../../lib/i18n.ts';
import { Badge, formatPounds } from '../../../../ui/values.tsx';
import { VerdictBadge } from '../evidence/verdict-badge.tsx';
import { HashMatch } from './hash-match.tsx';

interface QueueRowProps {
  payment: PendingPayment;
  /** The shared hash field's content. */
  hash: string;
  isOpen: boolean;
  isMarked: boolean;
  onOpen: () => void;
  onMark: () => void;
}

/** One payment of the queue in two lines: how much, what its chain says, whose it is, since when, and who is at it. */
export function QueueRow({ payment, hash, isOpen, isMarked, onOpen, onMark }: QueueRowProps) {
  const { amount, user, cryptoAmount, approval, taken, verdict } = payment;
  const coin = findCoin(payment.cryptocurrency);
  return (
    <div
      className={`flex items-start gap-2 ps-5 hover:bg-sunken/60 ${isOpen ? 'bg-accent-soft/60' : ''}`}
      data-payment={payment.id}
    >
      <label className="-ms-2 flex min-h-11 items-start p-2 pt-4">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isMarked}
          onChange={onMark}
          aria-label={t('admin.queue.mark', { amount: formatPounds(amount), email: user.email })}
        />
      </label>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className="flex min-w-0 flex-1 flex-col gap-1 py-3 pe-5 text-start"
      >
        <span className="flex w-full flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold tabular-nums">{formatPounds(amount)}</span>
          <span className="text-sm text-muted tabular-nums">
            {cryptoAmount && coinText(cryptoAmount, coin?.id ?? null)}
          </span>
          {verdict && <VerdictBadge verdict={verdict} />}
          {coin && normalizeHash(coin.id, hash) && payment.transactionHash && (
            <HashMatch hash={hash} of={payment.transactionHash} short />
          )}
        </span>
        <span className="flex w-full gap-3 text-sm text-muted">
          <span className="min-w-0 truncate">
            {user.fullName || t('admin.unknownName')} · {user.email}
          </span>
          <Age since={payment.createdAt} />
        </span>
        {(approval || taken) && (
          <span className="flex flex-wrap gap-1.5">
            {approval && (
              <Badge tone="warning">
                {t('admin.queue.approvedBy', { name: approval.by.fullName || approval.by.email })}
              </Badge>
            )}
            {taken && (
              <Badge tone="accent">{t('admin.queue.takenBy', { name: taken.by.fullName || taken.by.email })}</Badge>
            )}
          </span>
        )}
      </button>
    </div>
  );
}

/** After an hour it is late; after four an alarm is raised. */
const LATE = [
  [4 * HOUR_MS, 'text-danger'],
  [HOUR_MS, 'text-warning'],
  [0, 'text-muted'],
] as const;

function Age({ since }: { since: string }) {
  const milliseconds = Math.max(0, Date.now() - Date.parse(since));
  const [, tone] = LATE.find(([least]) => milliseconds >= least) ?? LATE[2];
  return (
    <time dateTime={since} className={`ms-auto whitespace-nowrap ${tone}`}>
      {ageOf(milliseconds)}
    </time>
  );
}

function ageOf(milliseconds: number): string {
  const format = new Intl.RelativeTimeFormat(currentLocale(), { style: 'narrow' });
  if (milliseconds < HOUR_MS) return format.format(-Math.floor(milliseconds / 60_000), 'minute');
  if (milliseconds < 48 * HOUR_MS) return format.format(-Math.floor(milliseconds / HOUR_MS), 'hour');
  return format.format(-Math.floor(milliseconds / (24 * HOUR_MS)), 'day');
}
