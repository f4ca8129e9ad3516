import { useState } from 'react';
import { BookOpen } from 'lucide-react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PASSWORD_PLACE, type Setup, type SipAccount, SYSTEMS } from './setup-values.ts';
import { SipValue } from './sip-value.tsx';

/** How a telephone system is set up with a package, filled in with the package's own values. */
export function SetupGuide({ account }: { account: SipAccount }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<BookOpen aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      >
        {t('packages.setup.open')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('packages.setup.open')}
        description={t('packages.setup.text', { place: PASSWORD_PLACE })}
        footer={<Button onClick={() => setOpen(false)}>{t('ui.close')}</Button>}
      >
        <Tabs
          label={t('packages.setup.systems')}
          tabs={SYSTEMS.map(({ id, name, setup }) => ({
            id,
            label: name ?? t('packages.setup.softphone'),
            content: <Steps setup={setup(account)} />,
          }))}
        />
        <p className="mt-4 text-sm text-muted">{t('packages.setup.dialling')}</p>
      </Dialog>
    </>
  );
}

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
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {setup.fields.map(([label, value]) => (
        <SipValue
          key={label}
          label={label}
          value={value}
          copy={value === PASSWORD_PLACE ? undefined : t('packages.setup.copyField', { field: label })}
        />
      ))}
    </dl>
  );
}
