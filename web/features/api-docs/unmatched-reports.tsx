import { listUnmatchedReports, listUnreadReports } from '../../../src/carriers/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useRead } from '../../lib/use-read.ts';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';

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

/** Delivery reports that were not understood, as they came: nothing where there are none. */
export function UnreadReports() {
  const { data = [] } = useRead(listUnreadReports, {});
  return data.map(({ provider, reports, newest }) => (
    <Notice key={provider} tone="warning">
      <p>{t('apiDocs.unread.text', { name: provider, count: reports })}</p>
      <ul className="mt-2 space-y-1">
        {newest.map(({ id, text, at }) => (
          <li key={id} className="break-words">
            <Time iso={at} /> <code>{text}</code>
          </li>
        ))}
      </ul>
    </Notice>
  ));
}
