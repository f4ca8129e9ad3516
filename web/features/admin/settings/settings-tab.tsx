import { useEffect, useState } from 'react';
import { SETTING_NAMES, type SettingName } from '../../../../db/enums.ts';
import { checkReadiness, type ReadinessItem } from '../../../../src/admin/go-live/contract.ts';
import {
  listSettings,
  type Setting,
  listSettingChanges,
  type SettingChange,
} from '../../../../src/admin/settings/contract.ts';
import { filterCountries } from '../../../lib/filter-countries.ts';
import { t, type TextKey } from '../../../lib/i18n.ts';
import { useNumberCountries } from '../../../lib/use-number-countries.ts';
import { useSearch } from '../../../lib/router.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FirstRows } from '../../../ui/first-rows.tsx';
import { CircleAlert, CircleCheck, CircleX } from '../../../ui/icons.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { SettingsIndex } from '../../../ui/settings-index.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ChangeSetting } from './change-setting.tsx';
import { KeptSettings } from './kept-settings.tsx';
import { TryItem } from './try-item.tsx';
import { SettingRow } from './setting-row.tsx';
import { nameOf, valueText } from './setting-value.ts';
import { RowList } from '../../../ui/list-frame.tsx';
import { type AddressKey, listAddressKeys } from '../../../../src/money/addresses/contract.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { Notice } from '../../../ui/notice.tsx';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { formatTime, Time } from '../../../ui/time.tsx';
import { HistoryCard } from '../../../ui/history-card.tsx';

/** Shows the needs of real business that are not met, their subjects, and the settings that change them. */
function GoLiveCard() {
  const read = useRead(checkReadiness, {});
  return (
    <Card flush title={t('admin.goLive.title')} description={t('admin.goLive.text')}>
      <ReadFrame read={read} pending={<SkeletonRows rows={6} />}>
        {(items) => (
          <details className="border-t border-line">
            <summary className="cursor-pointer px-5 py-3 font-medium">
              {t('admin.goLive.counts', {
                ready: countOf(items, 'ready'),
                all: items.length,
              })}
            </summary>
            <RowList label={t('admin.goLive.title')} rows={items} row={(item) => <Row item={item} />} />
          </details>
        )}
      </ReadFrame>
    </Card>
  );
}

const countOf = (items: readonly ReadinessItem[], state: ReadinessItem['state']): number =>
  items.filter((each) => each.state === state).length;

const LOOKS = {
  ready: { Icon: CircleCheck, className: 'text-success', tone: 'success' },
  attention: { Icon: CircleAlert, className: 'text-warning', tone: 'warning' },
  missing: { Icon: CircleX, className: 'text-danger', tone: 'danger' },
} as const;

function Row({ item: { id, state, names, settings } }: { item: ReadinessItem }) {
  const { Icon, className, tone } = LOOKS[state];
  return (
    <li className="flex items-start gap-3 px-5 py-3">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${className}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {t(`admin.goLive.items.${id}.title`)}
          <Badge tone={tone}>{t(`admin.goLive.state.${state}`)}</Badge>
        </p>
        {names.length > 0 && <bdi className="block text-sm break-words">{names.map(carrierName).join(', ')}</bdi>}
        {state !== 'ready' && <p className="text-sm text-muted">{t(`admin.goLive.items.${id}.advice`)}</p>}
        <TryItem id={id} />
        {settings.length > 0 && (
          <details className="mt-1 text-sm">
            <summary className="cursor-pointer text-accent">{t('admin.settings.how')}</summary>
            <code dir="ltr" className="break-words">
              {settings.join(' ')}
            </code>
          </details>
        )}
      </div>
    </li>
  );
}

const startingWith = (start: string) => SETTING_NAMES.filter((name) => name.startsWith(start));

/** The groups of the screen, with their settings in order. */
const SETTING_GROUPS: readonly { title: TextKey; names: readonly SettingName[] }[] = [
  {
    title: 'admin.settings.groupPrices',
    names: SETTING_NAMES.filter((name) => name.includes('_price') && name !== 'number_price'),
  },
  {
    title: 'admin.settings.groupPayments',
    names: ['minimum_top_up', 'rate_spread', 'coin', 'pending_payments'],
  },
  {
    title: 'admin.settings.groupLimits',
    names: ['daily_limit', 'country_limit', 'calls_at_once', 'blocked_words', 'held_words'],
  },
  { title: 'admin.settings.groupCarriers', names: [...startingWith('carrier_'), 'route_plan'] },
  { title: 'books.settings.group', names: [...startingWith('company_'), 'invoices_over'] },
  { title: 'admin.settings.groupBanner', names: ['banner', 'demonstration_account'] },
];

const GROUP_TITLES: readonly TextKey[] = ['admin.kept.title', ...SETTING_GROUPS.map(({ title }) => title)];
const PLACES = GROUP_TITLES.map(
  (title) => ({ title, to: '/admin', hash: 'settings', search: { setting: title } }) as const,
);

/** Shows the settings that can be changed while the program runs, and their history. */
export function SettingsTab() {
  const read = useRead(listSettings, {});
  const [changed, setChanged] = useState<Setting | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <SettingsIndex places={PLACES} />
      <GoLiveCard />
      <div data-setting="admin.kept.title" tabIndex={-1} className="scroll-mt-20">
        <KeptSettings />
      </div>
      <ReadFrame read={read} pending={<SkeletonRows rows={6} />}>
        {(settings) => (
          <>
            {SETTING_GROUPS.map(({ title, names }) => (
              <div key={title} data-setting={title} tabIndex={-1} className="flex scroll-mt-20 flex-col gap-5">
                <Card flush title={t(title)}>
                  <ul aria-label={t(title)} className="divide-y divide-line border-t border-line">
                    {names.flatMap((name) =>
                      settings
                        .filter((each) => each.name === name)
                        .map((setting) => (
                          <SettingRow
                            key={`${name} ${setting.about}`}
                            setting={setting}
                            onChange={() => setChanged(setting)}
                          />
                        )),
                    )}
                  </ul>
                </Card>
                {title === 'admin.settings.groupPrices' && (
                  <NumberPricesCard settings={settings} onChange={setChanged} />
                )}
              </div>
            ))}
            <AddressKeys />
            <Sought />
          </>
        )}
      </ReadFrame>
      <SettingHistory />
      {changed && <ChangeSetting setting={changed} onClose={() => setChanged(null)} />}
    </div>
  );
}

/** Leads to the setting that the address names, which a search has found. */
function Sought() {
  const { setting } = useSearch({ strict: false });
  useEffect(() => {
    if (setting === undefined) return;
    // In the next frame: the dialog of the search gives the focus back first.
    const frame = requestAnimationFrame(() => {
      const row = document.querySelector<HTMLElement>(`[data-setting="${CSS.escape(setting)}"]`);
      row?.scrollIntoView({ block: row.matches('li') ? 'center' : 'start' });
      row?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [setting]);
  return null;
}

interface NumberPricesCardProps {
  settings: readonly Setting[];
  onChange: (setting: Setting) => void;
}

/**
 * Shows the price of a month of a number, for each country: those that were changed, and all others by a
 * search.
 */
function NumberPricesCard({ settings, onChange }: NumberPricesCardProps) {
  const [search, setSearch] = useState('');
  const prices = settings.filter(({ name }) => name === 'number_price');
  const found = filterCountries(useNumberCountries(), { search, region: 'all', sort: 'byName' });
  const rows = found.flatMap(({ countryCode }) =>
    prices.filter(
      ({ about, source, next }) =>
        about === countryCode && (search.trim() !== '' || source === 'panel' || next !== null),
    ),
  );
  const title = t('admin.settings.groupNumbers');
  return (
    <Card flush title={title} description={t('admin.settings.groupNumbersHint')}>
      <div data-setting="number_price" tabIndex={-1} className="px-5 pb-3 focus:bg-accent-soft">
        <SearchInput label={t('numbers.countries.search')} value={search} onChange={setSearch} className="sm:w-full" />
      </div>
      {rows.length === 0 && search.trim() !== '' && <EmptyState title={t('numbers.countries.noMatch')} />}
      {rows.length > 0 && (
        <FirstRows key={search} rows={rows}>
          {(shown) => (
            <ul aria-label={title} className="divide-y divide-line border-t border-line">
              {shown.map((setting) => (
                <SettingRow key={setting.about} setting={setting} onChange={() => onChange(setting)} />
              ))}
            </ul>
          )}
        </FirstRows>
      )}
    </Card>
  );
}

/** The keys from which payments get addresses of their own. Nothing is shown where none is set. */
function AddressKeys() {
  const keys = useRead(listAddressKeys, {}).data ?? [];
  if (keys.length === 0) return null;
  return (
    <Card title={t('admin.addressKeys.title')} description={t('admin.addressKeys.hint')}>
      <ul className="flex flex-col gap-5">
        {keys.map((key) => (
          <KeyItem key={key.setting} of={key} />
        ))}
      </ul>
    </Card>
  );
}

function KeyItem({ of: { setting, form, first, given, unusedInARow, gapLimit } }: { of: AddressKey }) {
  return (
    <li className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        <code>{setting}</code> ({form})
      </p>
      <ol className="flex flex-col gap-1 font-mono text-sm">
        {first.map((address) => (
          <li key={address} className="break-all">
            <bdi>{address}</bdi>
          </li>
        ))}
      </ol>
      <p>{t('admin.addressKeys.given', { given, unused: unusedInARow })}</p>
      {unusedInARow >= gapLimit && <Notice tone="warning">{t('admin.addressKeys.gap', { limit: gapLimit })}</Notice>}
    </li>
  );
}

/** Every change of a setting, newest first: who, when, before and after. */
function SettingHistory() {
  const list = usePagedList(listSettingChanges);
  return (
    <HistoryCard
      title={t('admin.settings.history')}
      list={list}
      recent={5}
      empty={{ title: t('admin.settings.noHistory') }}
      row={(change) => <ChangeRow change={change} />}
    />
  );
}

function ChangeRow({ change }: { change: SettingChange }) {
  const { name, before, after, source, changedAt, holdsFrom, changedBy, askedBy } = change;
  const nameFor = (person: { fullName: string; email: string }) => person.fullName || person.email;
  return (
    <li className="px-5 py-2.5">
      <p className="break-words">
        <span className="font-medium">{nameOf(change)}</span>:{' '}
        {t('admin.settings.fromTo', {
          before: valueText(name, before),
          after: valueText(name, after),
        })}
        {source === 'environment' && <> ({t('admin.settings.undone')})</>}
      </p>
      <p className="text-sm break-words text-muted">
        {t('admin.settings.changedBy', { name: nameFor(changedBy) })}
        {askedBy && <> · {t('admin.approvalRequest.askedBy', { name: nameFor(askedBy) })}</>} · <Time iso={changedAt} />
        {holdsFrom > changedAt && <> · {t('admin.settings.holdsFrom', { date: formatTime(holdsFrom) })}</>}
      </p>
    </li>
  );
}
