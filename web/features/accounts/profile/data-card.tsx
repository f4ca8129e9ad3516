import { useState } from 'react';
import { Download } from '../../../ui/icons.tsx';
import { UNDO_CLOSING_DAYS } from '../../../../src/platform/mail/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CloseAccountDialog } from './close-account-dialog.tsx';

/** A file of all data about the account's owner, and the way to close the account. */
export function DataCard() {
  const [closing, setClosing] = useState(false);
  return (
    <Card title={t('settings.data.title')} description={t('settings.data.text')}>
      <div className="flex flex-col items-start gap-4">
        <a href="/api/auth/export" download className={`${buttonClass({ variant: 'secondary' })} gap-2`}>
          <Download aria-hidden className="size-4" />
          {t('settings.data.download')}
        </a>
        <p className="text-muted">{t('settings.data.closeText', { days: UNDO_CLOSING_DAYS })}</p>
        <Button variant="danger" onClick={() => setClosing(true)}>
          {t('settings.data.close')}
        </Button>
      </div>
      {closing && <CloseAccountDialog onClose={() => setClosing(false)} />}
    </Card>
  );
}
