import { useRead } from '../../lib/use-read.ts';
import { getStats } from '../../../src/accounts/profile/contract.ts';
import { Globe, MessageSquareText, Phone, Wallet } from '../../ui/icons.tsx';
import type { Stats } from '../../../src/accounts/profile/contract.ts';
import { t } from '../../lib/i18n.ts';
import { formatNumber } from '../../lib/locale.ts';
import { useCurrentUser } from '../../state/session.ts';
import { StatCard } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const ICONS = {
  smsSent: MessageSquareText,
  voiceMinutes: Phone,
  didNumbers: Globe,
  monthlySpend: Wallet,
} as const;

const FIGURES = ['smsSent', 'voiceMinutes', 'didNumbers', 'monthlySpend'] as const;

/** Four figures about the use of the account. */
export function UsageStats() {
  const { id } = useCurrentUser();
  return (
    <ReadFrame read={useRead(getStats, { id })} pending={<Figures />}>
      {(stats) => <Figures stats={stats} />}
    </ReadFrame>
  );
}

function Figures({ stats }: { stats?: Stats }) {
  return (
    <section aria-label={t('overview.stats.heading')} aria-busy={!stats}>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {FIGURES.map((figure) => {
          const Icon = ICONS[figure];
          return (
            <StatCard
              key={figure}
              label={t(`overview.stats.${figure}`)}
              icon={<Icon aria-hidden className="size-4 shrink-0" />}
              value={stats ? <Figure stats={stats} figure={figure} /> : <Skeleton className="h-8 w-20" />}
            />
          );
        })}
      </div>
    </section>
  );
}

function Figure({ stats, figure }: { stats: Stats; figure: (typeof FIGURES)[number] }) {
  if (figure === 'monthlySpend') return <Money value={stats.monthlySpend} />;
  return formatNumber(stats[figure]);
}
