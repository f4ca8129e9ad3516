import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form-frame.tsx';
import { ComposeFields } from './compose-fields.tsx';
import { ComposeSummary } from './compose-summary.tsx';
import { ConfirmSending } from '../../../ui/confirm-sending.tsx';
import type { ComposeValues } from './compose-form.ts';
import { useCompose } from './use-compose.ts';

/** Writes and sends a message, with its parts and price known beforehand. */
export function ComposeSms({ taken }: { taken: Partial<ComposeValues> | null }) {
  const user = useCurrentUser();
  const composing = useCompose(user, taken);
  const { price, asked, unfilled, setAsked, send, submit } = composing;
  return (
    <Card title={t('sms.compose.title')} description={t('sms.compose.description')}>
      <Form className="grid gap-5 lg:grid-cols-[1fr_18rem]" onSubmit={submit}>
        <ComposeFields composing={composing} />
        <ComposeSummary user={user} composing={composing} />
      </Form>
      <ConfirmSending
        open={asked !== null}
        recipients={asked?.recipients.length ?? 0}
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
