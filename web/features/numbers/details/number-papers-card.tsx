import type { NumberDetails } from '../../../../src/services/numbers/details/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Time } from '../../../ui/time.tsx';
import { PAPERS_TONES } from '../papers/papers-tones.ts';

/** How far the documents are that the number's country requires. */
export function NumberPapersCard({ papers }: { papers: NonNullable<NumberDetails['papers']> }) {
  const { status, reason, handedInAt } = papers;
  return (
    <Card
      title={t('numbers.papers.title')}
      actions={<Badge tone={PAPERS_TONES[status]}>{t(`numbers.papers.state.${status}`)}</Badge>}
    >
      <dl>
        <dt className="text-sm text-muted">{t('numbers.page.handedIn')}</dt>
        <dd>
          <Time iso={handedInAt} day />
        </dd>
      </dl>
      {reason && (
        <p className="mt-2 break-words text-danger">
          <bdi>{reason}</bdi>
        </p>
      )}
    </Card>
  );
}
