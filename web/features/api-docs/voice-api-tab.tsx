import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { ApiOperation } from './api-operation.tsx';
import { Authentication } from './authentication.tsx';

const PATH = '/api/users/:id/voice';

/** Placing calls from a program. */
export function VoiceApiTab() {
  const { id } = useCurrentUser();
  return (
    <div className="flex flex-col gap-5">
      <Authentication />
      <ApiOperation
        title={t('apiDocs.voice.call')}
        description={t('apiDocs.voice.callHint')}
        method="POST"
        path={PATH}
        userId={id}
        body={{
          callerId: '+447700900000',
          destination: '+447700900123',
          recorded: false,
          ivrEnabled: false,
          pbxFeatures: { callForwarding: '', voicemail: true, conferenceCall: false },
        }}
      />
      <ApiOperation
        title={t('apiDocs.voice.list')}
        description={t('apiDocs.voice.listHint')}
        method="GET"
        path={PATH}
        userId={id}
      />
    </div>
  );
}
