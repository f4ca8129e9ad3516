import { useEffect, useState } from 'react';
import { SETTING_NAMES, type SettingName } from '../../../../db/enums.ts';
import { checkReadiness, type ReadinessItem } from '../../../../src/admin/go-live/contract.ts';
import { listSettings, type Setting } from '../../../../src/admin/settings/contract.ts';
import { filterCountries } from '../../../lib/filter-countries.ts';
import { t, type TextKey } from '../../../lib/i18n.ts';
import { useNumberCountries } from '../../../lib/use-number-countries.ts';
import { useSearch } from '../../../lib/router.ts';
import { useRead } from '../../../lib/reads.ts';
import { FirstRows } from '../../../ui/first-rows.tsx';
import { CircleAlert, CircleCheck, CircleX } from '../../../ui/icons.tsx';
import { Card, EmptyState, ReadFrame, RowList, SkeletonRows } from '../../../ui/frames.tsx';
import { SettingsIndex } from '../../../ui/settings-index.tsx';
import { HowToSet, settingName } from '../../../ui/setting-fields.tsx';
import { useShown } from '../../../ui/together.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { ChangeCompany } from './change-company.tsx';
import { ChangeSetting } from './change-setting.tsx';
import { Fold, reveal } from './fold.tsx';
import { KeptSettings } from './kept-settings.tsx';
import { TryItem } from './try-item.tsx';
import { SettingHistory } from './setting-history.tsx';
import { SettingRow } from './setting-row.tsx';
import { listAddressKeys } from '../../../../src/money/addresses/contract.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Badge } from '../../../ui/values.tsx';

/** Shows the needs of real business that are not met, their subjects, and the settings that change them. */
function GoLive() {
  const read = useRead(checkReadiness, {});
  return (
    <ReadFrame read={read} pending={<SkeletonRows rows={1} />}>
      {(items) => (
        <Fold
          place="goLive"
          title={t('admin.goLive.title')}
          state={t('admin.goLive.counts', {
            ready: items.filter(({ state }) => state === 'ready').length,
            all: items.length,
          })}
          description={t('admin.goLive.text')}
        >
          <RowList label={t('admin.goLive.title')} rows={items} row={(item) => <Row item={item} />} />
        </Fold>
      )}
    </ReadFrame>
  );
}

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
        {names.length > 0 && id !== 'mail' && (
          <bdi className="block text-sm break-words">{names.map(carrierName).join(', ')}</bdi>
        )}
        {state !== 'ready' && <p className="text-sm text-muted">{t(`admin.goLive.items.${id}.advice`)}</p>}
        {!(id === 'mail' && state === 'missing' && names.length === 0) && (
          <TryItem id={id} failed={id === 'mail' ? names[0] : undefined} />
        )}
        {settings.length > 0 && <HowToSet names={settings} />}
      </div>
    </li>
  );
}

const startingWith = (start: string) => SETTING_NAMES.filter((name) => name.startsWith(start));

/** What stands on invoices, which is changed together. */
const COMPANY: readonly SettingName[] = [...startingWith('company_'), 'invoices_over'];

/** The groups of the screen, with their settings in order. */
const SETTING_GROUPS: readonly { title: TextKey; names: readonly SettingName[]; place?: string }[] = [
  {
    title: 'admin.settings.groupPrices',
    names: SETTING_NAMES.filter((name) => name.includes('_price') && name !== 'number_price'),
  },
  { title: 'admin.settings.groupNumbers', names: [], place: 'number_price' },
  {
    title: 'admin.settings.groupPayments',
    names: ['minimum_top_up', 'rate_spread', 'coin', 'pending_payments'],
  },
  {
    title: 'admin.settings.groupLimits',
    names: ['daily_limit', 'country_limit', 'calls_at_once', 'blocked_words', 'held_words'],
  },
  { title: 'admin.settings.groupCarriers', names: [...startingWith('carrier_'), 'route_plan'] },
  { title: 'books.settings.group', names: COMPANY },
  { title: 'admin.settings.groupBanner', names: ['banner', 'demonstration_account'] },
];

const PLACES = [
  { title: 'admin.goLive.title', place: 'goLive' } as const,
  { title: 'admin.kept.title', place: 'admin.kept.title' } as const,
  ...SETTING_GROUPS.map(({ title, place = title }) => ({ title, place })),
].map(
  ({ title, place }) =>
    ({ title, to: '/admin', hash: 'settings', search: { setting: place }, onClick: () => reveal(place) }) as const,
);

/** Shows the settings that can be changed while the program runs, and their history. */
export function SettingsTab() {
  const read = useRead(listSettings, {});
  const [changed, setChanged] = useState<Setting | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <SettingsIndex places={PLACES} />
      <GoLive />
      <KeptSettings />
      <ReadFrame read={read} pending={<SkeletonRows rows={6} />}>
        {(all) => (
          <>
            {SETTING_GROUPS.map(({ title, names, place }) => {
              if (place) return <NumberPrices key={title} all={all} onChange={setChanged} />;
              const own = names.flatMap((name) => all.filter((each) => each.name === name));
              return (
                <Fold key={title} place={title} title={t(title)} state={stateOf(own)}>
                  <SettingRows label={t(title)} settings={own} onChange={setChanged} />
                </Fold>
              );
            })}
            {changed && COMPANY.includes(changed.name) && (
              <ChangeCompany
                settings={all.filter(({ name }) => COMPANY.includes(name))}
                onClose={() => setChanged(null)}
              />
            )}
            <AddressKeys />
            <Sought />
          </>
        )}
      </ReadFrame>
      <SettingHistory />
      {changed && !COMPANY.includes(changed.name) && (
        <ChangeSetting setting={changed} onClose={() => setChanged(null)} />
      )}
    </div>
  );
}

function stateOf(settings: readonly Setting[]): string {
  const set = settings.filter(({ source }) => source === 'panel').length;
  const announced = settings.filter(({ next }) => next !== null).length;
  const texts = [
    set > 0 && t('admin.settings.state', { set, all: settings.length }),
    announced > 0 && t('admin.settings.announcedCount', { count: announced }),
  ];
  if (set + announced > 0) return texts.filter(Boolean).join(' · ');
  const isServed = settings.some(({ value }) => value !== null && value !== 'off');
  return t(isServed ? 'admin.settings.served' : 'admin.settings.defaults');
}

interface SettingRowsProps {
  label: string;
  settings: readonly Setting[];
  onChange: (setting: Setting) => void;
}

const SettingRows = ({ label, settings, onChange }: SettingRowsProps) => (
  <ul aria-label={label} className="divide-y divide-line border-t border-line">
    {settings.map((setting) => (
      <SettingRow key={`${setting.name} ${setting.about}`} setting={setting} onChange={() => onChange(setting)} />
    ))}
  </ul>
);

/** Leads to the setting that the address names, which a search has found. */
function Sought() {
  const { setting } = useSearch({ strict: false });
  const isShown = useShown();
  useEffect(() => {
    if (setting === undefined || !isShown) return;
    // In the next frame: the dialog of the search gives the focus back first.
    const frame = requestAnimationFrame(() => reveal(setting));
    return () => cancelAnimationFrame(frame);
  }, [setting, isShown]);
  return null;
}

/**
 * Shows the price of a month of a number, for each country: those that were changed, and all others by a
 * search.
 */
function NumberPrices({ all, onChange }: { all: readonly Setting[]; onChange: (setting: Setting) => void }) {
  const [search, setSearch] = useState('');
  const prices = all.filter(({ name }) => name === 'number_price');
  const found = filterCountries(useNumberCountries(), { search, region: 'all', sort: 'byName' });
  const rows = found.flatMap(({ countryCode }) =>
    prices.filter(
      ({ about, source, next }) =>
        about === countryCode && (search.trim() !== '' || source === 'panel' || next !== null),
    ),
  );
  const title = t('admin.settings.groupNumbers');
  return (
    <Fold place="number_price" title={title} state={stateOf(prices)} description={t('admin.settings.groupNumbersHint')}>
      <div className="px-5 pb-3">
        <SearchInput label={t('numbers.countries.search')} value={search} onChange={setSearch} className="sm:w-full" />
      </div>
      {rows.length === 0 && search.trim() !== '' && <EmptyState title={t('numbers.countries.noMatch')} />}
      {rows.length > 0 && (
        <FirstRows key={search} rows={rows}>
          {(shown) => <SettingRows label={title} settings={shown} onChange={onChange} />}
        </FirstRows>
      )}
    </Fold>
  );
}

/** The keys from which payments get addresses of their own. Nothing is shown where none is set. */
function AddressKeys() {
  const keys = useRead(listAddressKeys, {}).data ?? [];
  if (keys.length === 0) return null;
  return (
    <Card title={t('admin.addressKeys.title')} description={t('admin.addressKeys.hint')}>
      <ul className="flex flex-col gap-5">
        {keys.map(({ setting, form, first, given, unusedInARow, gapLimit }) => (
          <li key={setting} className="flex flex-col gap-2">
            <p className="text-sm text-muted">
              {settingName(setting)} ({form})
            </p>
            <ol className="flex flex-col gap-1 font-mono text-sm">
              {first.map((address) => (
                <li key={address} className="break-all">
                  <bdi>{address}</bdi>
                </li>
              ))}
            </ol>
            <p>{t('admin.addressKeys.given', { given, unused: unusedInARow })}</p>
            {unusedInARow >= gapLimit && (
              <Notice tone="warning">{t('admin.addressKeys.gap', { limit: gapLimit })}</Notice>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
