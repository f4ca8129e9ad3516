import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import {
  changeKeptSettings,
  type KeptSettingState,
  listKeptSettings,
} from '../../../../src/admin/kept-settings/contract.ts';
import { TRYABLE } from '../../../../src/admin/go-live/contract.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { call } from '../../../lib/call.ts';
import { isTextKey, t } from '../../../lib/i18n.ts';
import { keyOf, queryKeys, useRead } from '../../../lib/reads.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { Only } from '../../../ui/only.tsx';
import { ReadFrame, SkeletonRows } from '../../../ui/frames.tsx';
import { waitsForSecond } from '../../../ui/refusal.tsx';
import { HowToSet, otherFailure, SettingFields, settingName } from '../../../ui/setting-fields.tsx';
import { closeAndSay } from '../../../ui/close-and-say.ts';
import { Fold } from './fold.tsx';
import { TryItem } from './try-item.tsx';

/** The name of a group; that of a carrier is its own. */
function titleOf(group: string): string {
  const key = `admin.kept.groups.${group}`;
  return isTextKey(key) ? t(key) : carrierName(group);
}

/** Mail, wallets, chains, rates, screening and carriers: where each value comes from, and the dialogs that set them. */
export function KeptSettings() {
  const read = useRead(listKeptSettings, {});
  return (
    <ReadFrame read={read} pending={<SkeletonRows rows={1} />}>
      {(all) => (
        <Fold
          place="admin.kept.title"
          title={t('admin.kept.title')}
          state={stateOf(all)}
          description={t('admin.kept.text')}
        >
          <ul aria-label={t('admin.kept.title')} className="divide-y divide-line border-t border-line">
            {[...Map.groupBy(all, ({ group }) => group)].map(([group, own]) => (
              <Group key={group} group={group} own={own} />
            ))}
          </ul>
        </Fold>
      )}
    </ReadFrame>
  );
}

function stateOf(settings: readonly KeptSettingState[]): string {
  const set = settings.filter(({ source }) => source !== null).length;
  return set === 0 ? t('admin.settings.defaults') : t('admin.kept.state', { set, all: settings.length });
}

interface GroupProps {
  group: string;
  own: readonly KeptSettingState[];
}

function Group({ group, own }: GroupProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [saves, setSaves] = useState(0);
  const close = () => setIsOpen(false);
  const closeSaved = () => {
    close();
    setSaves(saves + 1);
  };
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {titleOf(group)} <span className="text-sm font-normal text-muted">{stateOf(own)}</span>
        </p>
        <HowToSet
          names={own.map(({ name }) => name)}
          say={(name) => {
            const { source, value } = own.find((each) => each.name === name) ?? {};
            return (
              source && (
                <>
                  <bdi className="break-all">{value ?? t('admin.kept.hidden')}</bdi>
                  {source === 'environment' && ` · ${t('admin.kept.environment')}`}
                </>
              )
            );
          }}
        />
        {own.some(({ source }) => source !== null) && <TryItem key={saves} id={group} isNext={saves > 0} />}
      </div>
      <Only may={changeKeptSettings}>
        <SmallButton aria-label={t('admin.kept.change', { what: titleOf(group) })} onClick={() => setIsOpen(true)}>
          {t('admin.settings.change')}
        </SmallButton>
      </Only>
      {isOpen && <ChangeGroup group={group} own={own} onSaved={closeSaved} onClose={close} />}
    </li>
  );
}

function ChangeGroup({ group, own, onSaved, onClose }: GroupProps & { onSaved: () => void; onClose: () => void }) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: () => call(changeKeptSettings, { body: { settings: typed } }),
    onSuccess: closeAndSay(
      onSaved,
      () => {
        const item = TRYABLE.find((each) => each === group);
        const isSet = own.some(({ name, source }) => typed[name] ?? source);
        const next = item && isSet && t('admin.kept.tryIt', { button: t(`admin.goLive.try.${item}`) });
        return [t('admin.kept.saved'), next || t('admin.kept.savedText')];
      },
      ...[keyOf(listKeptSettings), queryKeys.settingChanges],
    ),
  });
  const find = (name: string) => own.find((each) => each.name === name);
  const type = (name: string, value: string) => setTyped((before) => ({ ...before, [name]: value }));
  const forget = (name: string) => setTyped(Object.fromEntries(Object.entries(typed).filter(([key]) => key !== name)));
  const names = own.map(({ name }) => name);
  const waits = waitsForSecond(save.error);
  return (
    <FormDialog
      wide
      title={titleOf(group)}
      description={t('admin.kept.description')}
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submitLabel={t('admin.kept.save')}
      busy={save.isPending}
      aside={Object.keys(typed).length === 0 ? t('admin.settings.unchanged') : undefined}
      disabled={Object.keys(typed).length === 0 || waits}
      failure={otherFailure(save.error, names, t('admin.kept.failed'))}
      waits={waits}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SettingFields
          names={names}
          error={save.error}
          values={Object.fromEntries(own.map(({ name, value }) => [name, typed[name] ?? value ?? '']))}
          onChange={type}
          fixed={(name) => find(name)?.source === 'environment'}
          hintOf={(name) => {
            const { source, isHidden } = find(name) ?? {};
            if (source === 'environment') return t('admin.kept.environment');
            if (source === 'panel' && typed[name] === '')
              return (
                <span className="block font-medium text-warning">
                  {t('admin.kept.removed')}{' '}
                  <button type="button" className="text-accent underline" onClick={() => forget(name)}>
                    {t('ui.undo')}
                  </button>
                </span>
              );
            if (source !== 'panel' || !isHidden) return undefined;
            return (
              <>
                {t('admin.kept.isSet')}{' '}
                <button type="button" className="text-accent underline" onClick={() => type(name, '')}>
                  {t('admin.kept.remove', { name: settingName(name) })}
                </button>
              </>
            );
          }}
        />
      </div>
    </FormDialog>
  );
}
