import { useState } from 'react';
import { FileBadge } from '../../../ui/icons.tsx';
import { PAPERS_STEPS, type PapersStep } from '../../../../db/enums.ts';
import { listAllPapers } from '../../../../src/services/numbers/papers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { Card } from '../../../ui/card.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListFrame, RowList } from '../../../ui/list-frame.tsx';
import { PortsCard } from '../ports/ports-card.tsx';
import { PapersRow } from './papers-row.tsx';
import { usePapersCounts } from './use-papers-counts.ts';

/** Shows the papers of all accounts for numbers: those that are being checked first. */
export function PapersTab() {
  const [status, setStatus] = useState<PapersStep>('in-review');
  const counts = usePapersCounts();
  const list = usePagedList(listAllPapers, { query: { status } });
  return (
    <div className="flex flex-col gap-5">
      <Card flush title={t('admin.papers.title')} description={t('admin.papers.text')}>
        <div className="px-5 pb-3">
          <ChoiceGroup
            legend={t('admin.senders.show')}
            name="papers-state"
            className="grid-cols-2 sm:grid-cols-4"
            value={status}
            onChange={setStatus}
            choices={PAPERS_STEPS.map((step) => ({
              value: step,
              label: t(`numbers.papers.state.${step}`),
              note: counts?.[step],
            }))}
          />
        </div>
        <ListFrame list={list} empty={<EmptyState icon={FileBadge} title={t('admin.papers.empty')} />}>
          <RowList label={t('admin.papers.title')} rows={list.rows} row={(row) => <PapersRow papers={row} />} />
        </ListFrame>
      </Card>
      <PortsCard />
    </div>
  );
}
