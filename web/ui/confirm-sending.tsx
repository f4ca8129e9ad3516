import { comparePounds } from '../lib/pounds.ts';
import { t } from '../lib/i18n.ts';
import { ConfirmDialog } from './dialog.tsx';
import { Notice } from './notice.tsx';
import { formatPounds } from './format-money.ts';

/** Above these limits a person confirms the message and its price before it is sent. */
const MANY_RECIPIENTS = 100;
const MUCH_POUNDS = '10.00';

/** Tells whether a person must confirm a message before it is sent. @param price pounds */
export const wantsConfirmation = (recipients: number, price: string): boolean =>
  recipients > MANY_RECIPIENTS || comparePounds(price, MUCH_POUNDS) > 0;

interface ConfirmSendingProps {
  open: boolean;
  recipients: number;
  /** Pounds. */
  price: string;
  /** Placeholders that nothing fills. */
  unfilled: readonly string[];
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before a message goes to many, costs much, or goes out with a placeholder. */
export function ConfirmSending({ recipients, price, unfilled, ...dialog }: ConfirmSendingProps) {
  const pounds = formatPounds(price);
  return (
    <ConfirmDialog
      {...dialog}
      title={t('sms.confirm.title')}
      description={t('sms.confirm.text', { count: recipients, price: pounds })}
      confirmLabel={t('sms.confirm.send', { price: pounds })}
    >
      {unfilled.length > 0 && (
        <Notice tone="warning">
          {t('sms.confirm.unfilled', { names: unfilled.map((name) => `{${name}}`).join(', ') })}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
