import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Conversation, replyToConversation } from '../../../src/services/inbox/contract.ts';
import { type Contact, listContacts } from '../../../src/services/contacts/contract.ts';
import { inBraces, personalText, placeholdersOf, unfilledIn } from '../../../src/shared/personal-text.ts';
import { bodyOf, call, messageOf, readPage } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys, reread } from '../../lib/reads.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { useSmsPrice } from '../../lib/use-sms-price.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSending, wantsConfirmation } from '../../ui/confirm-sending.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Send } from '../../ui/icons.tsx';
import { MediaField } from '../../ui/media-field.tsx';
import { MediaWays } from '../../ui/media-ways.tsx';
import { MessageCounter } from '../../ui/message-counter.tsx';
import { Money } from '../../ui/values.tsx';
import { Templates } from '../../ui/templates.tsx';

/** Writes and sends a reply, after a question where it costs much; what was not sent stays in the field. */
export function ReplyForm({ userId, conversation }: { userId: string; conversation: Conversation }) {
  const { id: conversationId, ownNumber, otherNumber, name } = conversation;
  const [message, setMessage] = useState('');
  const [inserted, setInserted] = useState('');
  const [media, setMedia] = useState<string | null>(null);
  const [isUploading, setUploading] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const [fault, setFault] = useState<string>();
  const keys = useIdempotencyKey();
  const { price, parts, ways } = useSmsPrice(useCurrentUser(), {
    ...{ message, media, ...(media !== null && { senderId: ownNumber }) },
    ...{ numbers: [otherNumber], personal: null },
  });
  const unfilled = unfilledIn(message);
  const reply = useMutation({
    mutationFn: () =>
      call(replyToConversation, {
        params: { id: userId, conversationId },
        body: { message, media, ...(unfilled.length > 0 ? { unfilledPlaceholders: true } : {}) },
        idempotencyKey: keys.keyOf({ message, media }),
      }),
    onSuccess: () => {
      setMessage('');
      setMedia(null);
      keys.renew();
      void reread(queryKeys.conversations(userId));
    },
    onError: (error) => setFault(messageOf(error, t('inbox.sendFailed'))),
  });
  const send = () => {
    const parsed = bodyOf(replyToConversation).safeParse({ message, media });
    setFault(parsed.success ? undefined : parsed.error.issues[0]?.message);
    if (!parsed.success || reply.isPending) return;
    if (unfilled.length > 0 || wantsConfirmation(1, price)) setIsAsked(true);
    else reply.mutate();
  };
  const confirm = () => {
    setIsAsked(false);
    reply.mutate();
  };
  /** A kept text goes behind what is written, with this contact's fields; another one takes the place of the last. */
  const insert = async (template: string) => {
    const { text } = personalText(template, await fieldsOf(template));
    const own = message.endsWith(inserted) ? message.slice(0, message.length - inserted.length) : message;
    setMessage(own + (/\S$/.test(own) ? ' ' : '') + text);
    setInserted(text);
  };
  const fieldsOf = async (template: string) => {
    if (placeholdersOf(template).length === 0) return {};
    const given = { params: { id: userId }, query: { search: otherNumber } };
    // What stays unfilled is asked about before it is sent.
    const { rows } = await readPage<Contact>(listContacts, given).catch(() => ({ rows: [] }));
    const contact = rows.find(({ number }) => number === otherNumber);
    return { ...(name !== null && { name }), ...contact?.fields, ...(contact?.name && { name: contact.name }) };
  };
  return (
    <Form className="flex flex-col gap-3" onSubmit={send}>
      <Field
        label={t('inbox.reply')}
        hint={
          <>
            <MessageCounter message={message} />
            {t('inbox.replyHint')} <span className="pointer-coarse:hidden">{t('inbox.replyKeys')}</span>
          </>
        }
        error={fault}
      >
        <Textarea
          rows={3}
          dir="auto"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
        />
      </Field>
      <div className="flex items-center gap-3 self-end">
        {message !== '' && (
          <span className="text-sm text-muted">
            <Money value={price} />
          </span>
        )}
        <Button type="submit" busy={reply.isPending || isUploading} icon={Send}>
          {t('inbox.send')}
        </Button>
      </div>
      {/* Below the button, which stays in sight on a telephone. */}
      <Templates message={message} onChoose={(text) => void insert(text)} />
      <MediaField value={media} onChange={setMedia} onBusy={setUploading} />
      {ways && <MediaWays ways={ways} />}
      <ConfirmSending
        {...{ open: isAsked, recipients: 1, price, message, parts: String(parts) }}
        senderId={ownNumber}
        doubts={unfilled.length > 0 ? [t('sms.confirm.unfilled', { names: inBraces(unfilled) })] : []}
        onClose={() => setIsAsked(false)}
        onConfirm={confirm}
      />
    </Form>
  );
}
