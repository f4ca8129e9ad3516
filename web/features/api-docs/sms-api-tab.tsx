import { streamEvents } from '../../../src/events/contract.ts';
import { listSms, sendSms } from '../../../src/messaging/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { ApiOperation } from './api-operation.tsx';
import { Authentication } from './authentication.tsx';

/** Sending messages from a program. */
export function SmsApiTab() {
  const { id } = useCurrentUser();
  return (
    <div className="flex flex-col gap-5">
      <Authentication />
      <ApiOperation
        title={t('apiDocs.sms.send')}
        description={t('apiDocs.sms.sendHint')}
        method={sendSms.method}
        path={sendSms.path}
        userId={id}
        body={{
          senderId: 'Topline',
          recipients: ['+447700900123', '+447700900456'],
          message: t('apiDocs.sms.sample'),
        }}
      />
      <ApiOperation
        title={t('apiDocs.sms.list')}
        description={t('apiDocs.sms.listHint')}
        method={listSms.method}
        path={listSms.path}
        userId={id}
      />
      <ApiOperation
        title={t('apiDocs.sms.events')}
        description={t('apiDocs.sms.eventsHint')}
        method={streamEvents.method}
        path={streamEvents.path}
        stream
        userId={id}
      />
    </div>
  );
}
