import { z } from 'zod';
import { SETTING_NAMES } from '../../db/enums.ts';
import type { Activity } from '../../src/admin/contract.ts';
import { keptChange } from '../../src/admin/settings/contract.ts';
import { type ToldChange, toldChange } from '../../src/money/pricing/told-contract.ts';
import { formatPercent, isTextKey, t, type TextKey } from '../lib/i18n.ts';
import { keptText } from './setting-fields.tsx';
import { nameOf, valueText } from './setting-value.ts';
import { subjectName } from './subject-name.ts';
import { Time, formatPounds, formatTime } from './values.tsx';

/** One action: what, to whom, by whom and when. */
export function ActivityRow({ entry }: { entry: Activity }) {
  // A newer server may know more actions.
  const name = `admin.actions.${entry.action}`;
  const who = entry.actor?.email ?? t('admin.activity.system');
  const change = !TOLD_AT_ONCE.test(entry.action) && changeOf(entry);
  const subject = entry.subject && entry.subject !== who && subjectOf(entry, entry.subject);
  return (
    <li className="flex justify-between gap-x-4 gap-y-0.5 px-5 py-2.5 max-sm:flex-col sm:items-baseline">
      <div className="min-w-0 wrap-anywhere">
        <span className="font-medium">{isTextKey(name) ? t(name) : entry.action}</span>
        {subject && <> · {subject}</>}
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
              {[change, entry.detail.endpoint].map((text) => typeof text === 'string' && `${text} · `)}
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

/** What these change stands in the first line. */
const TOLD_AT_ONCE = /^(setting|rates)\./;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A detail as a person reads it: a time as elsewhere; an id says nothing to anybody. */
function readable(value: unknown): string {
  if (typeof value !== 'string' || ID.test(value)) return '';
  const order = `rates.routing.${value}`;
  return isTextKey(order) ? t(order) : ISO_TIME.test(value) ? formatTime(value) : value;
}

/** The setting that was changed, or that somebody wants changed; null: it is not about one, or about a newer one. */
function settingOf({ action, subject }: Activity) {
  const [first, about = ''] = /^(setting|approval)\./.test(action) ? (subject ?? '').split(' ') : [];
  const name = z.enum(SETTING_NAMES).safeParse(first).data;
  return name ? { name, about } : null;
}

/** Settings and services have the names of the screen; of a message its recipients are said, where they are known. */
function subjectOf(entry: Activity, subject: string): string {
  const { action, detail } = entry;
  if (action === 'kept_settings.changed') return keptText(subject, keptChange.parse(detail));
  if (ID.test(subject) && typeof detail.recipients === 'number')
    return t('admin.desk.recipients', { count: detail.recipients });
  const setting = settingOf(entry);
  if (setting) return nameOf(setting);
  const service = `rates.service.${subject}`;
  return /^(rates|approval)\./.test(action) && isTextKey(service) ? t(service) : readable(subject);
}

/** What was before a change, and what is after it; of a setting as in its history. False: only ids would tell it. */
function changeOf(entry: Activity): string | false {
  const { before, after, from = before, to = after } = entry.detail;
  if ([from, to].some((value) => value === undefined || ID.test(String(value)))) return false;
  const setting = settingOf(entry);
  const [was = '', is = ''] = [from, to].map((value) => {
    const text = value === null ? null : String(value);
    if (typeof value === 'boolean') return t(value ? 'admin.settings.on' : 'admin.settings.off');
    return setting ? valueText(setting.name, text) : readable(text ?? '–');
  });
  return t('admin.settings.fromTo', { before: was, after: is });
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
function particularsOf(entry: Activity): string[] {
  const { action, detail } = entry;
  const { amount, spent, to, reason, code, word, area } = detail;
  const pounds = [amount, spent].map((sum) => typeof sum === 'string' && formatPounds(sum));
  const place = AREAS[String(area)];
  const state = `campaigns.status.${String(detail.status)}`;
  const became = action === 'campaign.changed' && isTextKey(state) && t(state);
  const why = action === 'mail.tried' ? triedText(reason) : reason;
  const changed = TOLD_AT_ONCE.test(action) && changeOf(entry);
  const since = !action.endsWith('_cancelled') && sinceText(entry, detail.holdsFrom);
  const prices = z.array(toldChange).safeParse(detail.changes).data ?? [];
  const [whose] = pricesOf(detail);
  const texts = [
    ...[whose && t(whose), changed, listText(entry), since, ...prices.map((each) => priceText(entry, each))],
    ...[...pounds, became, to, why, code, word, place && t(place)],
  ];
  return texts.map(readable).filter((text) => text !== '');
}

/** From when something holds that was announced. */
const sinceText = ({ at }: Activity, holdsFrom: unknown) =>
  typeof holdsFrom === 'string' && holdsFrom > at && t('admin.settings.holdsFrom', { date: formatTime(holdsFrom) });

/** By which list a service is sold; older entries do not say by which one it was. */
function listText({ action, detail }: Activity): string {
  const { list, was = list, resellerPercent, percentWas = resellerPercent } = detail;
  const termsText = (name: unknown, percent: unknown) => {
    if (name === null) return t('rates.use.flat');
    const share = typeof percent === 'number' && ` (${t('rates.use.byResellers')} ${formatPercent(percent)})`;
    return `${readable(name)}${share || ''}`;
  };
  const [before, after] = [termsText(was, percentWas), termsText(list, resellerPercent)];
  if (before === after) return after;
  if (action === 'rates.switch_cancelled') return t('rates.use.cancelText', { list: after, now: before });
  return t('admin.settings.fromTo', { before, after });
}

/** A reseller's list, the prices of one of its customers, or those of an account that buys of us; and what holds without. */
const PRICES_OF = {
  list: ['customers.prices.title', 'customers.prices.unset'],
  customer: ['customers.prices.own', 'customers.prices.title'],
  account: [null, 'rates.own.everybody'],
} as const;
const pricesOf = ({ whose }: Activity['detail']) =>
  PRICES_OF[whose === 'list' || whose === 'customer' ? whose : 'account'];

/** What becomes of one price. */
function priceText(entry: Activity, { subject, before, after, holdsFrom, withdrawn }: ToldChange): string {
  const text = ({ price, percent, list, destinations }: ToldChange['before']) =>
    [
      ...(price === null ? [] : [formatPounds(price)]),
      ...(percent === null ? [] : [t('rates.rising.share', { percent: formatPercent(percent) })]),
      ...(list === null ? [] : [list]),
      ...(destinations ? [t('rates.own.destinations')] : []),
    ].join(', ') || t(pricesOf(entry.detail)[1]);
  const [was, is] = [text(before), text(after)];
  const what = withdrawn
    ? t('rates.use.cancelText', { list: was, now: is })
    : t('admin.settings.fromTo', { before: was, after: is });
  const line = t('rates.own.line', { subject: subjectName(subject), price: what });
  return [line, sinceText(entry, holdsFrom)].filter(Boolean).join(', ');
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
