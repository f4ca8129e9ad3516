import { useState } from 'react';
import { CircleCheck, Clock } from '../../ui/icons.tsx';
import { findCoin } from '../../../src/money/payments/catalogue.ts';
import type { Transaction } from '../../../src/money/payments/contract.ts';
import { getSigning, signatureBody, type Signing, signPayment } from '../../../src/money/signatures/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { storeRead, useRead } from '../../lib/reads.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { FormDialog, saidOnce, useContractForm, useFormCall } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';

/** Lets a customer show by a signed message that a payment is theirs; nothing once it is decided. */
export function SignPayment({ payment }: { payment: Transaction }) {
  const params = { id: payment.userId, transactionId: payment.id };
  const { data: signing } = useRead(getSigning, params);
  const [isOpen, setOpen] = useState(false);
  if (!signing || (!signing.open && signing.signatures.length === 0)) return null;
  return (
    <section aria-labelledby="sign-title" className="flex flex-col items-start gap-3 border-t border-line pt-5">
      <div>
        <h3 id="sign-title" className="font-semibold">
          {t('billing.sign.title')}
        </h3>
        <p className="text-muted">{t('billing.sign.text')}</p>
      </div>
      <Signatures of={signing} />
      {signing.open && (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t('billing.sign.open')}
        </Button>
      )}
      {isOpen && <SignDialog params={params} signing={signing} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Signatures({ of: { signatures } }: { of: Signing }) {
  if (signatures.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5">
      {signatures.map(({ address, sent }) => {
        const Icon = sent ? CircleCheck : Clock;
        return (
          <li key={address} className="flex gap-2">
            <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${sent ? 'text-success' : 'text-muted'}`} />
            <span className="min-w-0 wrap-anywhere">
              {t(sent ? 'billing.sign.signed' : 'billing.sign.waiting', { address })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface SignDialogProps {
  params: { id: string; transactionId: string };
  signing: Signing;
  onClose: () => void;
}

/** A wallet's names for the form of its signature. */
const METHODS = {
  bitcoin: 'BIP-137, BIP-322',
  ethereum: 'personal_sign',
  tron: 'signMessageV2',
  solana: 'solana sign-offchain-message',
} as const;

/** More addresses than these help nobody to choose one. */
const MOST_SHOWN = 3;

function SignDialog({ params, signing, onClose }: SignDialogProps) {
  const { message, senders, cryptocurrency } = signing;
  const form = useContractForm(signatureBody, {
    defaultValues: { address: senders.length === 1 ? (senders[0] ?? '') : '', signature: '' },
  });
  const shown = saidOnce(form, ['address', 'signature']);
  const sending = useFormCall(form, {
    send: (body) => call(signPayment, { params, body }),
    onSent: (signed) => {
      storeRead(getSigning, params, signed);
      onClose();
      toast(t('billing.sign.done'), t('billing.sign.doneText'));
    },
    failed: t('billing.sign.failed'),
  });
  const chain = findCoin(cryptocurrency)?.chain ?? 'bitcoin';
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={t('billing.sign.dialog')}
      description={t('billing.sign.dialogText')}
      submitLabel={t('billing.sign.submit')}
    >
      <div dir="ltr">
        <CodeBlock code={message} label={t('billing.sign.copy')} />
      </div>
      <div className="flex flex-col gap-1 text-sm text-muted">
        <p>{t(`billing.sign.how.${chain}`, { method: METHODS[chain] })}</p>
        <p>{t('billing.sign.exchange')}</p>
      </div>
      <Field
        label={t('billing.sign.address')}
        {...(senders.length > 0 && {
          hint: (
            <span className="wrap-anywhere">
              {t('billing.sign.senders', { addresses: senders.slice(0, MOST_SHOWN).join(', ') })}
            </span>
          ),
        })}
        {...shown.address}
      >
        <Input {...form.register('address')} dir="ltr" className="font-mono" spellCheck={false} />
      </Field>
      <Field label={t('billing.sign.signature')} {...shown.signature}>
        <Textarea
          {...form.register('signature')}
          dir="ltr"
          className="font-mono"
          rows={4}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
    </FormDialog>
  );
}
