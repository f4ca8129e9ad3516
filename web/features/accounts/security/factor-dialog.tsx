import { useQueryClient } from '@tanstack/react-query';
import {
  addPasskey,
  createRecoveryCodes,
  disableTotp,
  offerPasskey,
  type Passkey,
  removePasskey,
} from '../../../../src/callers/sign-in/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { makePasskey } from '../../../lib/passkeys.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { IdentityDialog } from './identity-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

/** The change that is being made: the app, the recovery codes, a new passkey, or the removal of one. */
export type FactorChange = 'set-up' | 'turn-off' | 'codes' | 'passkey' | Passkey;

interface FactorDialogProps {
  change: FactorChange;
  onClose: () => void;
  /** New recovery codes, which are shown once; empty if there are none. */
  onCodes: (codes: string[]) => void;
  /** The account could do nothing before it had a second factor. */
  wasNeeded: boolean;
}

/** The dialog for the change that is being made. */
export function FactorDialog({ change, onClose, onCodes, wasNeeded }: FactorDialogProps) {
  const queryClient = useQueryClient();
  async function changed(codes: string[] = []): Promise<void> {
    onClose();
    onCodes(codes);
    // Until now the server refused every request of this account, so everything is read again.
    await queryClient.invalidateQueries(wasNeeded ? {} : { queryKey: queryKeys.secondFactor });
  }
  const props = { changed, onClose };
  if (change === 'set-up') return <TotpDialog onEnabled={(codes) => void changed(codes)} onClose={onClose} />;
  if (change === 'turn-off') return <TurnOff {...props} />;
  if (change === 'codes') return <RenewCodes {...props} />;
  if (change === 'passkey') return <AddPasskey {...props} />;
  return <RemovePasskey {...props} passkey={change} />;
}

interface ChangeProps {
  changed: (codes?: string[]) => Promise<void>;
  onClose: () => void;
}

function TurnOff({ changed, onClose }: ChangeProps) {
  return (
    <IdentityDialog
      danger
      withCode
      title={t('settings.totp.turnOffTitle')}
      description={t('settings.totp.turnOffText')}
      confirmLabel={t('settings.totp.turnOff')}
      action={async ({ password, code }) => {
        await call(disableTotp, { body: { password, code } });
        await changed();
      }}
      onClose={onClose}
    />
  );
}

function RenewCodes({ changed, onClose }: ChangeProps) {
  return (
    <IdentityDialog
      title={t('settings.recovery.renewTitle')}
      description={t('settings.recovery.renewText')}
      confirmLabel={t('settings.recovery.renew')}
      action={async ({ password }) => {
        const { recoveryCodes } = await call(createRecoveryCodes, { body: { password } });
        await changed(recoveryCodes);
      }}
      onClose={onClose}
    />
  );
}

function AddPasskey({ changed, onClose }: ChangeProps) {
  return (
    <IdentityDialog
      nameSuggestion=""
      title={t('settings.passkeys.addTitle')}
      description={t('settings.passkeys.addText')}
      confirmLabel={t('settings.passkeys.continue')}
      action={async ({ password, name }) => {
        const response = await makePasskey(await call(offerPasskey, { body: { password } }));
        const { recoveryCodes } = await call(addPasskey, { body: { name, response } });
        await changed(recoveryCodes);
      }}
      onClose={onClose}
    />
  );
}

function RemovePasskey({ passkey, changed, onClose }: ChangeProps & { passkey: Passkey }) {
  return (
    <IdentityDialog
      danger
      title={t('settings.passkeys.removeTitle', { name: passkey.name })}
      description={t('settings.passkeys.removeText')}
      confirmLabel={t('settings.passkeys.remove')}
      action={async ({ password }) => {
        await call(removePasskey, { params: { passkeyId: passkey.id }, body: { password } });
        await changed();
      }}
      onClose={onClose}
    />
  );
}
