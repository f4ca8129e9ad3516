import { listCoins } from '../../src/money/payments/contract.ts';
import { comparePounds, subtractPounds } from '../lib/pounds.ts';
import { t } from '../lib/i18n.ts';
import { Link } from '../lib/router.ts';
import { useRead } from '../lib/reads.ts';
import { useCurrentUser } from '../state/session.ts';
import { Button, buttonClass } from './button.tsx';
import { ConfirmDialog, type ConfirmDialogProps, Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';
import { Fact, formatPounds } from './values.tsx';
import { WithNumbers } from './with-numbers.tsx';

/** Above these limits a person confirms the message and its price before it is sent. */
const MANY_RECIPIENTS = 100;
const MUCH_POUNDS = '10.00';

/** Tells whether a person must confirm a message before it is sent. @param price pounds */
export const wantsConfirmation = (recipients: number, price: string): boolean =>
  recipients > MANY_RECIPIENTS || comparePounds(price, MUCH_POUNDS) > 0;

interface ConfirmSendingProps extends Pick<ConfirmDialogProps, 'keepLabel' | 'onKeep'> {
  open: boolean;
  recipients: number;
  /** Pounds. */
  price: string;
  senderId: string;
  /** As its first recipient gets it. */
  message: string;
  /** How many SMS it takes. */
  parts: string;
  /** What speaks against it. */
  doubts: readonly string[];
  onClose: () => void;
  onConfirm: () => void;
  /** Sends it free of charge, where that is offered. */
  onTest?: () => void;
}

/** Asks before a message goes to many, costs much, or is in doubt; says so where credit is missing. */
export function ConfirmSending({
  recipients,
  price,
  senderId,
  message,
  parts,
  doubts,
  onTest,
  ...dialog
}: ConfirmSendingProps) {
  const { credits } = useCurrentUser();
  const least = useRead(listCoins, {}, { enabled: dialog.open }).data?.[0]?.minimum;
  const pounds = formatPounds(price);
  if (comparePounds(price, credits) > 0) {
    // Credit is bought in whole pence.
    const amount = (Math.ceil(Number(subtractPounds(price, credits)) * 100 - 0.001) / 100).toFixed(2);
    const missing = formatPounds(amount);
    const isLess = least !== undefined && comparePounds(amount, least) < 0;
    return (
      <Dialog
        open={dialog.open}
        onClose={dialog.onClose}
        title={t('sms.missing.title')}
        description={t('sms.missing.text', { price: pounds, balance: formatPounds(credits), missing })}
        footer={
          <>
            <Button variant="secondary" onClick={dialog.onClose}>
              {t('ui.cancel')}
            </Button>
            {onTest && (
              <Button variant="secondary" onClick={onTest}>
                {t('sms.test.send')}
              </Button>
            )}
            <Link to="/billing/payments/new" search={{ amount }} className={buttonClass()}>
              {isLess
                ? t('sms.missing.least', { least: formatPounds(least) })
                : t('sms.missing.topUp', { amount: missing })}
            </Link>
          </>
        }
      />
    );
  }
  return (
    <ConfirmDialog
      {...dialog}
      title={t('sms.confirm.title')}
      description={t('sms.confirm.text', { count: recipients, price: pounds })}
      confirmLabel={t(doubts.length > 0 ? 'sms.confirm.anyway' : 'sms.confirm.send', { price: pounds })}
    >
      <dl className="mb-3 grid grid-cols-2 gap-3">
        <Fact label={t('sms.compose.senderId')}>
          <WithNumbers>{senderId}</WithNumbers>
        </Fact>
        <Fact label={t('sms.price.parts')}>{parts}</Fact>
        <Fact label={t('sms.compose.message')} className="col-span-2">
          <p dir="auto" className="line-clamp-4 break-words whitespace-pre-wrap">
            {message}
          </p>
        </Fact>
      </dl>
      <div className="flex flex-col gap-3">
        {doubts.map((doubt) => (
          <Notice key={doubt} tone="warning">
            {doubt}
          </Notice>
        ))}
      </div>
    </ConfirmDialog>
  );
}
