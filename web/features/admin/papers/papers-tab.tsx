import { useState } from 'react';
import { FileBadge } from '../../../ui/icons.tsx';
import { PAPERS_STEPS, type PapersStep } from '../../../../db/enums.ts';
import { countAllPapers, listAllPapers } from '../../../../src/services/numbers/papers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/reads.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { StateList } from '../../../ui/state-list.tsx';
import { PortsCard } from '../ports/ports-card.tsx';
import { PapersRow } from './papers-row.tsx';

/** Shows the papers of all accounts for numbers: those that are being checked first. */
export function PapersTab() {
  const [status, setStatus] = useState<PapersStep>('in-review');
  const counts = useRead(countAllPapers, {}).data;
  const list = usePagedList(listAllPapers, { query: { status } });
  return (
    <div className="flex flex-col gap-5">
      <StateList
        title={t('admin.papers.title')}
        description={t('admin.papers.text')}
        name="papers-state"
        columns="grid-cols-2 sm:grid-cols-4"
        choices={PAPERS_STEPS.map((value) => ({
          value,
          label: t(`numbers.papers.state.${value}`),
          note: counts?.[value],
        }))}
        state={status}
        onState={setStatus}
        list={list}
        empty={{ icon: FileBadge, title: t('admin.papers.empty') }}
        row={(row) => <PapersRow papers={row} />}
      />
      <PortsCard />
    </div>
  );
}
