import { t } from '../../../lib/i18n.ts';
import { ApiKeysCard } from '../keys/api-keys-card.tsx';
import { DataCard } from '../profile/data-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** Everything that decides who may act as this account. */
export function SecurityPanel() {
  return (
    <div className="flex flex-col gap-5">
      <PasswordCard mismatch={t('settings.password.newMismatch')} />
      <SecondFactorCard />
      <SessionsCard />
      <ApiKeysCard />
      <DataCard />
    </div>
  );
}
