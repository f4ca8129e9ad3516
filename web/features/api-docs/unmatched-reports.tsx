import { listUnmatchedReports } from '../../../src/carriers/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useRead } from '../../lib/use-read.ts';
import { Notice } from '../../ui/notice.tsx';

/** Delivery reports that found no message, and where to look: nothing where there are none. */
export function UnmatchedReports() {
  const { data = [] } = useRead(listUnmatchedReports, {});
  return data.map(({ provider, reports, ids, setting }) => (
    <Notice key={provider} tone="warning">
      <p>{t('apiDocs.unmatched.text', { name: provider, count: reports, ids: ids.join(', ') })}</p>
      {setting && <p>{t('apiDocs.unmatched.setting', { setting })}</p>}
    </Notice>
  ));
}
