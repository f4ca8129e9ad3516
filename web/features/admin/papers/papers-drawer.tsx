import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  openPapers,
  type PapersEntry,
  type PapersGivenJson,
} from '../../../../src/services/numbers/papers/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { destinationName } from '../../../lib/destination-name.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Drawer } from '../../../ui/drawer.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

interface PapersDrawerProps {
  papers: PapersEntry;
  onClose: () => void;
}

/** The content of somebody's papers. Each opening is recorded in the activity. */
export function PapersDrawer({ papers: { id, countryCode, user }, onClose }: PapersDrawerProps) {
  const { data, error } = useQuery({
    queryKey: [...queryKeys.allPapers, 'open', id],
    queryFn: () => call(openPapers, { params: { papersId: id } }),
    // It is read once for each opening, because each read is recorded.
    ...{ staleTime: Infinity, gcTime: 0, retry: false },
  });
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('admin.papers.openTitle', { country: destinationName(countryCode) })}
      description={user.email}
    >
      {error ? (
        <Notice tone="danger" alert>
          {messageOf(error, t('admin.papers.failed'))}
        </Notice>
      ) : !data ? (
        <Skeleton className="h-40" />
      ) : data.given ? (
        <Given given={data.given} />
      ) : (
        <p className="text-muted">{t('admin.papers.deleted')}</p>
      )}
    </Drawer>
  );
}

function Given({ given: { owner, details, address, documents } }: { given: PapersGivenJson }) {
  return (
    <dl className="flex flex-col gap-4">
      <Fact name={t('numbers.papers.who')}>{t(`numbers.papers.owner.${owner}`)}</Fact>
      {Object.entries(details).map(([key, value]) => (
        <Fact key={key} name={key}>
          {value}
        </Fact>
      ))}
      {address && (
        <Fact name={t('numbers.papers.address.title')}>
          {[address.name, address.street, `${address.postalCode} ${address.city}`, address.region]
            .filter(Boolean)
            .join(', ')}
          , {destinationName(address.countryCode)}
        </Fact>
      )}
      {documents.map(({ key, accepted, fields, objectPath }) => (
        <Fact key={key} name={key}>
          {[accepted, ...Object.values(fields)].join(', ')}{' '}
          {objectPath && <ExternalLink href={objectPath}>{t('admin.papers.file')}</ExternalLink>}
        </Fact>
      ))}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">
      <bdi>{name}</bdi>
    </dt>
    <dd className="break-words">{children}</dd>
  </div>
);
