import { changeSettings, type Setting } from '../../../../src/admin/settings/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { Only } from '../../../ui/only.tsx';
import { Badge, Time } from '../../../ui/values.tsx';
import { nameOf, valueText } from '../../../ui/setting-value.ts';

/** A setting: what holds, where it comes from, what is announced, and its last change. */
export function SettingRow({ setting, onChange }: { setting: Setting; onChange: () => void }) {
  const { name, value, source, variable, next, changed } = setting;
  return (
    <li
      data-setting={name}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-2 focus:bg-accent-soft"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{nameOf(setting)}</p>
        <p className="text-sm text-muted">{t(`admin.setting.${name}.hint`)}</p>
        {next && (
          <p className="text-sm text-warning">
            {t('admin.settings.next', { value: valueText(name, next.value) })} <Time iso={next.holdsFrom} />
          </p>
        )}
        {changed && (
          <p className="text-sm break-words text-muted">
            {t('admin.settings.changedBy', { name: changed.by.fullName || changed.by.email })} ·{' '}
            <Time iso={changed.at} />
          </p>
        )}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-3 max-sm:grow">
        <span dir="auto" className="me-auto min-w-0 font-semibold break-words">
          {valueText(name, value)}
        </span>
        {(source === 'panel' || variable) && (
          <Badge tone={source === 'panel' ? 'accent' : 'neutral'}>
            {t(source === 'panel' ? 'admin.settings.panel' : 'admin.settings.onServer')}
          </Badge>
        )}
        <Only may={changeSettings}>
          <SmallButton aria-label={t('admin.settings.changeOf', { name: nameOf(setting) })} onClick={onChange}>
            {t('admin.settings.change')}
          </SmallButton>
        </Only>
      </div>
    </li>
  );
}
