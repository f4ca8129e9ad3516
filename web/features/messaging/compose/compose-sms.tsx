import type { User } from '../../../../src/callers/contract.ts';
import { ApiError, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { Link } from '../../../lib/router.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmSending } from '../../../ui/confirm-sending.tsx';
import { Form } from '../../../ui/form-frame.tsx';
import { Send } from '../../../ui/icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ComposeFields } from './compose-fields.tsx';
import type { ComposeValues } from './compose-form.ts';
import { PriceSummary } from './price-summary.tsx';
import { asSent, type Composing, useCompose } from './use-compose.ts';

/** Writes and sends a message, with its parts and price known beforehand. */
export function ComposeSms({ taken }: { taken: Partial<ComposeValues> | null }) {
  const user = useCurrentUser();
  const composing = useCompose(user, taken);
  const { price, reached, asked, unfilled, setAsked, send, submit } = composing;
  return (
    <Card title={t('sms.compose.title')} description={t('sms.compose.description')}>
      <Form className="grid gap-5 lg:grid-cols-[1fr_18rem]" onSubmit={submit}>
        <ComposeFields composing={composing} />
        <ComposeSummary user={user} composing={composing} />
      </Form>
      <ConfirmSending
        open={asked !== null}
        recipients={reached}
        price={price}
        unfilled={unfilled}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) send.mutate(asked);
          setAsked(null);
        }}
      />
    </Card>
  );
}

/** Shows the price of a message, and the buttons that send it or give it up. */
function ComposeSummary({ user, composing }: { user: User; composing: Composing }) {
  const { form, check, audience, personal, send, startAnew, isUploading } = composing;
  const { senderId, message, media, sendAt, recipients } = form.watch();
  const tooPoor = send.error instanceof ApiError && send.error.problem?.code === 'insufficient_credits';
  const isEmpty = !recipients && !message && !media && !audience;
  return (
    <div className="flex flex-col gap-4 self-start rounded-md bg-sunken p-4">
      <PriceSummary
        user={user}
        senderId={senderId}
        message={asSent(user, message)}
        media={media}
        numbers={check.numbers}
        contacts={audience}
        personal={personal}
      />
      {tooPoor && (
        <Notice tone="danger" alert>
          {messageOf(send.error, t('sms.compose.failed'))}{' '}
          <Link to="/billing" className="font-medium text-accent underline">
            {t('sms.compose.topUp')}
          </Link>
        </Notice>
      )}
      <Button type="submit" size="lg" busy={send.isPending || isUploading} icon={Send}>
        {t(sendAt === null ? 'sms.compose.send' : 'sms.schedule.send')}
      </Button>
      {!isEmpty && (
        <Button variant="ghost" size="sm" onClick={() => startAnew()}>
          {t('ui.discard')}
        </Button>
      )}
    </div>
  );
}
