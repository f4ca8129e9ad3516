import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { listTrunkRegistrations, type TrunkRegistration } from '../../../src/services/sip/registrations/contract.ts';
import { changeSipCredentials, rotateSipCredentials, type Trunk } from '../../../src/services/trunks/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys, reread, useRead } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { openTelephone as open } from '../../state/telephone.ts';
import { Button, SmallButton } from '../../ui/button.tsx';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/field.tsx';
import { KeyRound, Phone } from '../../ui/icons.tsx';
import { ReadFrame } from '../../ui/frames.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { formatTime } from '../../ui/values.tsx';
import { SetupGuide } from './setup-guide.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { TrunkTest } from './trunk-test.tsx';

interface FreshCredentials {
  realm: string;
  username: string;
  secret: string;
}

/** Shows the credentials of a trunk. The secret is shown once, when it is made or replaced. */
export function SipCredentials({ row }: { row: Trunk }) {
  const { id } = useCurrentUser();
  const [fresh, setFresh] = useState<FreshCredentials | null>(null);
  const rotate = useMutation({
    mutationFn: () => call(rotateSipCredentials, { params: { id, packageId: row.id } }),
    onSuccess: (made) => {
      setFresh(made);
      void reread(queryKeys.trunks(id));
    },
  });
  const { sip } = row;
  return (
    <div className="flex flex-col gap-3 rounded-md bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{t('packages.sip.title')}</h3>
        <AskFirst
          danger
          label={t('packages.sip.rotate')}
          button={(ask) => (
            <SmallButton
              may="rotateSipCredentials"
              icon={KeyRound}
              busy={!sip && rotate.isPending}
              onClick={() => (sip ? ask() : rotate.mutate())}
            >
              {t(sip ? 'packages.sip.rotate' : 'packages.sip.make')}
            </SmallButton>
          )}
          title={t('packages.sip.confirmTitle')}
          description={t('packages.sip.confirmText')}
          action={rotate}
          failed={t('packages.sip.failed')}
        />
      </div>
      {sip ? <Account account={sip} row={row} /> : <p className="text-sm text-muted">{t('packages.sip.none')}</p>}
      {!sip && rotate.error && <Refusal error={rotate.error} fallback={t('packages.sip.failed')} />}
      <FreshSecret fresh={fresh} onClose={() => setFresh(null)} />
    </div>
  );
}

/** Shows the values to enter in the telephone system, and its registrations. */
function Account({ account, row: { id: packageId, telephone } }: { account: NonNullable<Trunk['sip']>; row: Trunk }) {
  const { realm, username } = account;
  return (
    <>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <CopyValue label={t('packages.sip.realm')} value={realm} copy={t('packages.sip.copyRealm')} />
        <CopyValue label={t('packages.sip.user')} value={username} copy={t('packages.sip.copyUser')} />
      </dl>
      <OnlySha256 isOn={account.digestAlgorithm === 'SHA-256'} packageId={packageId} />
      <Registrations packageId={packageId} />
      <div className="flex flex-wrap gap-2">
        <SetupGuide account={account} />
        <TrunkTest packageId={packageId} />
        {telephone && (
          <SmallButton may="openTelephone" icon={Phone} onClick={() => open(packageId)}>
            {t('voice.telephone.open')}
          </SmallButton>
        )}
      </div>
    </>
  );
}

/** Shows whether the telephone system is asked by SHA-256 in place of MD5. */
function OnlySha256({ isOn, packageId }: { isOn: boolean; packageId: string }) {
  const { id } = useCurrentUser();
  const change = useMutation({
    mutationFn: (isWanted: boolean) =>
      call(changeSipCredentials, {
        params: { id, packageId },
        body: { digestAlgorithm: isWanted ? 'SHA-256' : 'MD5' },
      }),
    onSuccess: () => reread(queryKeys.trunks(id)),
  });
  return (
    <>
      <Switch
        label={t('packages.sip.sha256')}
        description={t('packages.sip.sha256Text')}
        checked={change.isPending ? change.variables : isOn}
        onChange={change.mutate}
      />
      {change.error && <Refusal error={change.error} fallback={t('packages.sip.sha256Failed')} />}
    </>
  );
}

/** Shows the secret that was just made, this once. */
function FreshSecret({ fresh, onClose }: { fresh: FreshCredentials | null; onClose: () => void }) {
  return (
    <Dialog
      open={fresh !== null}
      onClose={onClose}
      title={t('packages.sip.freshTitle')}
      description={t('packages.sip.freshText')}
      footer={<Button onClick={onClose}>{t('packages.sip.done')}</Button>}
    >
      {fresh && (
        <dl className="flex flex-col gap-3">
          <CopyValue label={t('packages.sip.realm')} value={fresh.realm} copy={t('packages.sip.copyRealm')} />
          <CopyValue label={t('packages.sip.user')} value={fresh.username} copy={t('packages.sip.copyUser')} />
          <CopyValue label={t('packages.sip.secret')} value={fresh.secret} copy={t('packages.sip.copySecret')} />
        </dl>
      )}
    </Dialog>
  );
}

/** Shows the registrations of a package; the list changes by itself when a telephone system comes or goes. */
function Registrations({ packageId }: { packageId: string }) {
  const { id } = useCurrentUser();
  const read = useRead(listTrunkRegistrations, { id, packageId });
  return (
    <section aria-label={t('packages.registered.title')} className="flex flex-col gap-1">
      <h4 className="text-sm text-muted">{t('packages.registered.title')}</h4>
      <ReadFrame read={read}>{({ registrations }) => <List rows={registrations} />}</ReadFrame>
    </section>
  );
}

function List({ rows }: { rows: readonly TrunkRegistration[] }) {
  if (rows.length === 0) return <p className="text-sm">{t('packages.registered.none')}</p>;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {rows.map(({ address, device, transport, expiresAt }) => (
        <li key={address} className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{device ?? t('packages.registered.unknownDevice')}</span>
          <span className="font-mono break-all">{address}</span>
          <span className="text-muted">
            {t('packages.registered.until', { transport: transport.toUpperCase(), time: formatTime(expiresAt) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
