import { useState } from 'react';
import { ArrowLeft, Globe, Pencil } from '../../../ui/icons.tsx';
import { useQuery } from '@tanstack/react-query';
import { getNumber, type NumberDetails } from '../../../../src/services/numbers/details/contract.ts';
import { ApiError, call } from '../../../lib/call.ts';
import { countryName } from '../../../lib/country-name.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Link, useParams } from '../../../lib/router.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { buttonClass, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { StateBadge } from '../state-badge.tsx';
import { useNumberChanges } from '../use-number-changes.ts';
import { AnswerRules } from '../answers/answer-rules.tsx';
import { NumberAbilities } from './number-abilities.tsx';
import { NumberLeads } from './number-leads.tsx';
import { NumberPapersCard } from './number-papers-card.tsx';
import { NumberRenewal } from './number-renewal.tsx';
import { NumberTest } from './number-test.tsx';
import { NumberTraffic } from './number-traffic.tsx';
import { RenameDialog } from './rename-dialog.tsx';

/** One number at its own address: what it can, where it leads, what goes through it, and what it costs. */
export function NumberPage() {
  const { id } = useCurrentUser();
  const { numberId = '' } = useParams({ strict: false });
  const number = useQuery({
    queryKey: queryKeys.numberDetails(id, numberId),
    queryFn: () => call(getNumber, { params: { id, numberId } }),
  });
  return (
    <div className="flex flex-col gap-5">
      <Link to="/did-numbers" className={`${buttonClass({ variant: 'secondary', size: 'sm' })} self-start`}>
        <ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />
        {t('sections.did.label')}
      </Link>
      <ReadFrame
        read={number}
        pending={<SkeletonRows rows={6} />}
        failed={(words, error) => <Card>{isUnknown(error) ? <UnknownNumber /> : words}</Card>}
      >
        {(details) => <Details key={details.id} number={details} />}
      </ReadFrame>
    </div>
  );
}

const isUnknown = (error: Error): boolean => error instanceof ApiError && error.status < 500;

const UnknownNumber = () => (
  <EmptyState icon={<Globe aria-hidden className="size-5" />} title={t('numbers.page.unknown')} />
);

function Details({ number }: { number: NumberDetails }) {
  const [asking, setAsking] = useState(false);
  const changes = useNumberChanges(number, () => setAsking(false));
  const isActive = number.status === 'active';
  return (
    <>
      <Heading number={number} onChange={changes.show} />
      <NumberTraffic traffic={number.traffic} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <NumberLeads number={number} onChange={changes.show} />
        <div className="flex min-w-0 flex-col gap-5">
          <NumberAbilities abilities={number.abilities} />
          {isActive && <NumberRenewal {...{ number, changes, asking, setAsking }} />}
          {isActive && <NumberTest number={number} />}
          {number.papers && <NumberPapersCard papers={number.papers} />}
        </div>
      </div>
      {isActive && <AnswerRules number={number} />}
    </>
  );
}

interface HeadingProps {
  number: NumberDetails;
  onChange: ReturnType<typeof useNumberChanges>['show'];
}

function Heading({ number, onChange }: HeadingProps) {
  const [naming, setNaming] = useState(false);
  return (
    <Card>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight">
            <bdi>{number.number}</bdi>
            <StateBadge number={number} />
          </h2>
          {number.name && (
            <p className="mt-1 font-medium break-words">
              <bdi>{number.name}</bdi>
            </p>
          )}
          <p className="mt-0.5 text-muted">{countryName(number)}</p>
        </div>
        {number.status === 'active' && (
          <IconButton
            label={t('numbers.page.rename')}
            icon={<Pencil aria-hidden className="size-4" />}
            onClick={() => setNaming(true)}
          />
        )}
      </div>
      {naming && <RenameDialog {...{ number, onChange }} onClose={() => setNaming(false)} />}
    </Card>
  );
}
