import { useQuery } from '@tanstack/react-query';
import { getPage } from '../../../src/resale/brands/contract.ts';
import { PAGE_NAMES } from '../../../src/shared/page-names.ts';
import { call } from '../../lib/call.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LinkPage } from './link-page.tsx';

/** A page as the operator wrote it: its address names it. */
export function OperatorPage() {
  const page = PAGE_NAMES.find((name) => location.pathname.startsWith(`/${name}`)) ?? 'terms';
  const language = currentLanguage();
  const queryFn = () => call(getPage, { params: { page }, query: { language } });
  const read = useQuery({ queryKey: ['pages', page, language], queryFn }, queryClient);
  return (
    <LinkPage wide title={t(`pages.${page}`)}>
      <ReadFrame read={read} pending={<SkeletonRows rows={6} />}>
        {({ html }) => <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />}
      </ReadFrame>
    </LinkPage>
  );
}
