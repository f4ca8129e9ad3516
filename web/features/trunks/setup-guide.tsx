import { type ReactNode, useState } from 'react';
import { BookOpen } from '../../ui/icons.tsx';
import { t } from '../../lib/i18n.ts';
import { Button, SmallButton } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import {
  CODECS,
  NUMBER_PLACE,
  PASSWORD_PLACE,
  type Setup,
  SIP_PORT,
  type SipAccount,
  SYSTEMS,
} from './setup-values.ts';
import { CopyValue } from '../../ui/copy-value.tsx';

/** How a telephone system is set up with a package, filled in with the package's own values. */
export function SetupGuide({ account }: { account: SipAccount }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SmallButton icon={BookOpen} onClick={() => setOpen(true)}>
        {t('packages.setup.open')}
      </SmallButton>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('packages.setup.open')}
        wide
        description={t('packages.setup.text', { place: PASSWORD_PLACE })}
        footer={<Button onClick={() => setOpen(false)}>{t('ui.close')}</Button>}
      >
        <Tabs
          label={t('packages.setup.systems')}
          tabs={SYSTEMS.map(({ id, name, register, receive }) => ({
            id,
            label: name ?? t('packages.setup.softphone'),
            content: (
              <div className="flex flex-col gap-5">
                <Part title={t('packages.setup.register')}>
                  <Steps setup={register(account)} />
                </Part>
                <Part title={t('packages.setup.callsIn')}>
                  <p className="text-sm text-muted">
                    {t(receive ? 'packages.setup.callsInText' : 'packages.setup.callsInSoftphone')}
                  </p>
                  {receive && <Steps setup={receive(account)} />}
                </Part>
              </div>
            ),
          }))}
        />
        <Accepts realm={account.realm} />
      </Dialog>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  );
}

/** Lists the traffic that every telephone system, and the firewall before it, has to let through. */
const Accepts = ({ realm }: { realm: string }) => (
  <ul className="mt-5 flex list-disc flex-col gap-1 ps-5 text-sm text-muted">
    <li>{t('packages.setup.dialling')}</li>
    <li>{t('packages.setup.receive', { step: t('numbers.calls.kinds.trunk') })}</li>
    <li className="break-words">{t('packages.setup.accept', { host: realm, port: String(SIP_PORT) })}</li>
    <li>{t('packages.setup.sound', { codecs: CODECS })}</li>
  </ul>
);

function Steps({ setup }: { setup: Setup }) {
  if ('code' in setup) {
    return (
      <div className="flex flex-col gap-2">
        <p className="text-sm text-muted">{t('packages.setup.file', { file: setup.file })}</p>
        <CodeBlock label={t('packages.setup.copy')} code={setup.code} />
      </div>
    );
  }
  return (
    <>
      {setup.fields.some(([, value]) => value === NUMBER_PLACE) && (
        <p className="text-sm text-muted">{t('packages.setup.callsInPlace', { place: NUMBER_PLACE })}</p>
      )}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {setup.fields.map(([label, value]) => (
          <CopyValue
            key={label}
            label={label}
            value={value}
            copy={
              [PASSWORD_PLACE, NUMBER_PLACE].includes(value)
                ? undefined
                : t('packages.setup.copyField', { field: label })
            }
          />
        ))}
      </dl>
    </>
  );
}
