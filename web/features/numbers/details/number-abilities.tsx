import type { NumberDetails } from '../../../../src/services/numbers/details/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';

const ABILITIES = ['receiveMessages', 'sendMessages', 'receiveCalls', 'makeCalls'] as const;

/** Shows a number's abilities, in both directions. */
export function NumberAbilities({ abilities }: Pick<NumberDetails, 'abilities'>) {
  return (
    <Card title={t('numbers.page.abilities')}>
      <dl className="flex flex-col gap-2">
        {ABILITIES.map((ability) => (
          <div key={ability} className="flex items-center justify-between gap-4">
            <dt>{t(`numbers.page.ability.${ability}`)}</dt>
            <dd>
              <AbilityBadge can={abilities[ability]} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function AbilityBadge({ can }: { can: boolean | null }) {
  if (can === null) return <Badge>{t('numbers.page.can.unknown')}</Badge>;
  return <Badge tone={can ? 'success' : 'warning'}>{t(`numbers.page.can.${can ? 'yes' : 'no'}`)}</Badge>;
}
