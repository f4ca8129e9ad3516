import type { Activity } from '../../src/admin/contract.ts';
import { keptChange } from '../../src/admin/settings/contract.ts';
import { isTextKey, t, type TextKey } from '../lib/i18n.ts';
import { keptText } from './setting-fields.tsx';
import { Time, formatPounds } from './values.tsx';

/** One action: what, to whom, by whom and when. */
export function ActivityRow({ entry }: { entry: Activity }) {
  // A newer server may know more actions.
  const name = `admin.actions.${entry.action}`;
  const who = entry.actor?.email ?? t('admin.activity.system');
  return (
    <li className="flex justify-between gap-x-4 gap-y-0.5 px-5 py-2.5 max-sm:flex-col sm:items-baseline">
      <div className="min-w-0 wrap-anywhere">
        <span className="font-medium">{isTextKey(name) ? t(name) : entry.action}</span>
        {entry.subject && entry.subject !== who && <> · {subjectOf(entry, entry.subject)}</>}
        {particularsOf(entry).map((text) => (
          <span key={text} className="text-muted">
            {' '}
            · {text}
          </span>
        ))}
        {entry.requestId ? (
          <details className="text-sm text-muted">
            <summary className="cursor-pointer">{who}</summary>
            <span className="break-all">
              {[changeOf(entry.detail), entry.detail.endpoint].map((text) => typeof text === 'string' && `${text} · `)}
              {t('ui.request', { id: entry.requestId })}
            </span>
          </details>
        ) : (
          <span className="block text-sm text-muted">{who}</span>
        )}
      </div>
      <span className="shrink-0 text-sm text-muted">
        <Time iso={entry.at} />
      </span>
    </li>
  );
}

/** Settings have the names of the screen; of a message its recipients say more than its id. */
function subjectOf({ action, detail }: Activity, subject: string): string {
  if (action === 'message.cancelled' && typeof detail.recipients === 'number')
    return t('admin.desk.recipients', { count: detail.recipients });
  if (action === 'kept_settings.changed') return keptText(subject, keptChange.parse(detail));
  const [setting = '', ...about] = action === 'setting.changed' ? subject.split(' ') : [];
  const name = `admin.setting.${setting}.name`;
  return isTextKey(name) ? [t(name), ...about].join(' · ') : subject;
}

/** What was before a change, and what is after it. */
function changeOf({ before, after, from = before, to = after }: Activity['detail']): string | false {
  const [was, is] = [from, to].map((value) => (value === null ? '–' : String(value)));
  return to !== undefined && from !== undefined && t('admin.settings.fromTo', { before: was ?? '', after: is ?? '' });
}

/** The parts of the interface, by the subjects that endpoints stand under. */
const AREAS: Partial<Record<string, TextKey>> = {
  Accounts: 'sections.settings.label',
  Brands: 'brand.title',
  Campaigns: 'campaigns.title',
  Contacts: 'sections.contacts.label',
  Customers: 'customers.title',
  'DID numbers': 'sections.did.label',
  Inbox: 'sections.inbox.label',
  Payments: 'sections.billing.label',
  Reseller: 'sections.reseller.label',
  'SIP trunk': 'sections.voice-packages.label',
  SMS: 'sections.sms.label',
  Statements: 'sections.billing.label',
  Voice: 'sections.voice.label',
  Webhooks: 'webhooks.title',
};

/** The details of an entry that are shown: how much, to whom, and why; in which part of the interface somebody acted. */
function particularsOf({ action, detail }: Activity): string[] {
  const { amount, spent, to, reason, code, word, area } = detail;
  const pounds = [amount, spent].map((sum) => typeof sum === 'string' && formatPounds(sum));
  const place = AREAS[String(area)];
  const state = `campaigns.status.${String(detail.status)}`;
  const became = action === 'campaign.changed' && isTextKey(state) && t(state);
  const why = action === 'mail.tried' ? triedText(reason) : reason;
  const texts = [...pounds, became, to, why, code, word, place && t(place)];
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}

/** What an answer has in it that says why something does not work. */
const FAULTS = [
  ['refused', /ECONNREFUSED (\S+)/],
  ['unknown', /ENOTFOUND (\S+)/],
  ['late', /time(d )?out|never/i],
  ['login', /login/i],
] as const;

/** What came of it when something outside was tried, in words. @param said what went wrong */
export function triedText(said: unknown): string {
  if (typeof said !== 'string') return t('admin.goLive.try.works');
  const [id, found] = FAULTS.map(([each, words]) => [each, words.exec(said)] as const).find(([, is]) => is) ?? [];
  return id ? t(`admin.goLive.try.${id}`, { address: found?.[1] ?? '' }) : t('admin.goLive.try.fails');
}
