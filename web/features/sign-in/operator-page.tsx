import { useQuery } from '@tanstack/react-query';
import { getPage } from '../../../src/resale/brands/contract.ts';
import { PAGE_NAMES } from '../../../src/shared/page-names.ts';
import { ApiError, call } from '../../lib/call.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ReadFrame, SkeletonRows } from '../../ui/frames.tsx';
import { LinkPage } from './link-page.tsx';
import { WaysOn } from './not-found-page.tsx';

/** A page as the operator wrote it: its address names it. */
export function OperatorPage() {
  const page = PAGE_NAMES.find((name) => location.pathname.startsWith(`/${name}`)) ?? 'terms';
  const language = currentLanguage();
  const queryFn = () => call(getPage, { params: { page }, query: { language } });
  const read = useQuery({ queryKey: ['pages', page, language], queryFn }, queryClient);
  const isUnwritten = read.error instanceof ApiError && read.error.status === 404;
  return (
    <LinkPage wide title={t(`pages.${page}`)} description={isUnwritten && t('links.unpublished')}>
      <ReadFrame read={read} pending={<SkeletonRows rows={6} />} failed={(words) => (isUnwritten ? <WaysOn /> : words)}>
        {({ html }) => <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />}
      </ReadFrame>
    </LinkPage>
  );
}
