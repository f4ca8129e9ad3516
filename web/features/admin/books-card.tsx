import { type Books, getBooks } from '../../../src/money/proof/contract.ts';
import { getComparisons } from '../../../src/admin/comparisons/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { Card, ReadFrame, Skeleton } from '../../ui/frames.tsx';
import { Badge, Fact, Time } from '../../ui/values.tsx';
import { TabLink } from './tab-link.tsx';

/** When the books were last proved. If they do not balance: what this stops, and what to do. */
export function BooksCard() {
  const books = useRead(getBooks, {});
  const { data } = books;
  const outside = useRead(getComparisons, {});
  return (
    <Card
      title={t('admin.books.title')}
      actions={
        // Nothing is shown if the books have not been checked yet.
        (data?.recent || data?.whole?.finishedAt || data?.sound === false) && (
          <Badge tone={data.sound ? 'success' : 'danger'}>
            {t(data.sound ? 'admin.books.sound' : 'admin.books.differ')}
          </Badge>
        )
      }
    >
      <ReadFrame read={books} pending={<Skeleton className="h-10 w-full" />}>
        {(read) => (
          <>
            <Proofs books={read} />
            {!read.sound && <Differences books={read} />}
            {outside.data?.sound === false && <Outside />}
          </>
        )}
      </ReadFrame>
    </Card>
  );
}

const Outside = () => (
  <p className="mt-4 border-t border-line pt-4 text-danger" role="alert">
    {t('books.outside.see')} <TabLink tab="books" />
  </p>
);

function Proofs({ books: { recent, whole } }: { books: Books }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <Fact label={t('admin.books.recent')}>
        {recent ? (
          <>
            <Time iso={recent.at} /> · {t('admin.books.entries', { number: recent.entries })}
          </>
        ) : (
          t('admin.books.notYet')
        )}
      </Fact>
      <Fact label={t('admin.books.whole')}>
        {whole?.finishedAt ? <Time iso={whole.finishedAt} /> : t('admin.books.notYet')}
        {whole?.underWaySince && <> · {t('admin.books.underWay')}</>}
      </Fact>
    </dl>
  );
}

function Differences({ books: { differences } }: { books: Books }) {
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4" role="alert">
      <p className="font-medium">{t('admin.books.stopped')}</p>
      <p className="text-muted">{t('admin.books.goOn')}</p>
      <ul className="divide-y divide-line" aria-label={t('admin.books.differ')}>
        {differences.map(({ rule, subject, account, expected, found, foundAt }) => (
          <li key={`${rule} ${subject}`} className="py-2">
            <p className="font-medium break-words" lang="en" dir="ltr">
              {rule}
            </p>
            <p className="text-sm break-words text-muted">
              {account ? account.email : t('admin.books.noAccount')} · <bdi>{subject}</bdi>
            </p>
            <p className="text-sm text-muted">
              {t('admin.books.values', { expected: expected ?? '–', found: found ?? '–' })} · <Time iso={foundAt} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
