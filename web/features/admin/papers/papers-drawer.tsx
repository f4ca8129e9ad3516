import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  openPapers,
  type PapersEntry,
  type PapersGivenJson,
} from '../../../../src/services/numbers/papers/contract.ts';
import { call } from '../../../lib/call.ts';
import { destinationName } from '../../../lib/destination-name.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/reads.ts';
import { Drawer } from '../../../ui/drawer.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { Skeleton } from '../../../ui/frames.tsx';
import { Fact } from '../../../ui/values.tsx';

interface OpenedDrawerProps<Opened extends { given: object | null }> {
  title: string;
  email: string;
  /** The key of what is opened, and how. */
  queryKey: readonly string[];
  open: () => Promise<Opened>;
  onClose: () => void;
  children: (opened: Opened) => ReactNode;
}

/** The papers that somebody handed in. Each opening is recorded in the activity. */
export function OpenedDrawer<Opened extends { given: object | null }>({
  title,
  email,
  queryKey,
  open,
  onClose,
  children,
}: OpenedDrawerProps<Opened>) {
  // It is read once for each opening, because each read is recorded.
  const once = { staleTime: Infinity, gcTime: 0, retry: false };
  const { data, error } = useQuery({ queryKey: [...queryKey, 'open'], queryFn: open, ...once });
  return (
    <Drawer onClose={onClose} title={title} description={email}>
      {error ? (
        <Refusal error={error} fallback={t('admin.papers.failed')} />
      ) : !data ? (
        <Skeleton className="h-40" />
      ) : data.given ? (
        <dl className="flex flex-col gap-4">{children(data)}</dl>
      ) : (
        <p className="text-muted">{t('admin.papers.deleted')}</p>
      )}
    </Drawer>
  );
}

/** The content of somebody's papers. */
export const PapersDrawer = ({ papers: { id, countryCode, user }, onClose }: PapersDrawerProps) => (
  <OpenedDrawer
    title={t('admin.papers.openTitle', { country: destinationName(countryCode) })}
    email={user.email}
    queryKey={[...queryKeys.allPapers, id]}
    open={() => call(openPapers, { params: { papersId: id } })}
    onClose={onClose}
  >
    {({ given }) => given && <Given given={given} />}
  </OpenedDrawer>
);

interface PapersDrawerProps {
  papers: PapersEntry;
  onClose: () => void;
}

function Given({ given: { owner, details, address, documents } }: { given: PapersGivenJson }) {
  return (
    <>
      <Fact label={t('numbers.papers.who')}>{t(`numbers.papers.owner.${owner}`)}</Fact>
      {Object.entries(details).map(([key, value]) => (
        <Fact key={key} label={<bdi>{key}</bdi>}>
          {value}
        </Fact>
      ))}
      {address && <Fact label={t('numbers.papers.address.title')}>{addressLine(address)}</Fact>}
      {documents.map(({ key, accepted, fields, objectPath }) => (
        <Fact key={key} label={<bdi>{key}</bdi>}>
          {[accepted, ...Object.values(fields)].join(', ')}{' '}
          {objectPath && <ExternalLink href={objectPath}>{t('admin.papers.file')}</ExternalLink>}
        </Fact>
      ))}
    </>
  );
}

export const addressLine = (address: NonNullable<PapersGivenJson['address']>): string => {
  const { name, street, postalCode, city, region, countryCode } = address;
  return [name, street, `${postalCode} ${city}`, region, destinationName(countryCode)].filter(Boolean).join(', ');
};
