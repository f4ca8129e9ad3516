import { Fragment, useState } from 'react';
import { listSettings, type Setting } from '../../../../src/admin/settings/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Card } from '../../../ui/card.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { AddressKeys } from './address-keys.tsx';
import { ChangeSetting } from './change-setting.tsx';
import { GoLiveCard } from './go-live-card.tsx';
import { NumberPricesCard } from './number-prices-card.tsx';
import { SettingHistory } from './setting-history.tsx';
import { SETTING_GROUPS } from './setting-names.ts';
import { SettingRow } from './setting-row.tsx';

/** Shows the settings that can be changed while the program runs, and their history. */
export function SettingsTab() {
  const read = useRead(listSettings, {});
  const [changed, setChanged] = useState<Setting | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <GoLiveCard />
      <ReadFrame read={read} pending={<SkeletonRows rows={6} />}>
        {({ settings, fixed }) => (
          <>
            {SETTING_GROUPS.map(({ title, names }) => (
              <Fragment key={title}>
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
              </Fragment>
            ))}
            <AddressKeys />
            <Card title={t('admin.settings.fixed')} description={t('admin.settings.fixedHint')}>
              <dl className="flex flex-col gap-2">
                {fixed.map(({ variable, value }) => (
                  <div key={variable}>
                    <dt className="text-sm text-muted">
                      <code>{variable}</code>
                    </dt>
                    <dd className="break-all">
                      <bdi>{value}</bdi>
                    </dd>
                  </div>
                ))}
              </dl>
            </Card>
          </>
        )}
      </ReadFrame>
      <SettingHistory />
      {changed && <ChangeSetting setting={changed} onClose={() => setChanged(null)} />}
    </div>
  );
}
