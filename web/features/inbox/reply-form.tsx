import { type KeyboardEvent, useState } from 'react';
import { Send } from '../../ui/icons.tsx';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form-frame.tsx';
import { MediaField } from '../../ui/media-field.tsx';
import { MediaWays } from '../../ui/media-ways.tsx';
import { Money } from '../../ui/money.tsx';
import { ConfirmSending } from '../../ui/confirm-sending.tsx';
import { type ReplyTo, useReply } from './use-reply.ts';

/** Writes and sends a reply; what was not sent stays in the field. */
export function ReplyForm(to: ReplyTo) {
  const { message, setMessage, media, setMedia, ways, price, unfilled, ...reply } = useReply(to);
  const { fault, isBusy, isAsked, send, confirm, takeBack } = reply;
  const [isUploading, setUploading] = useState(false);
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
  };
  return (
    <Form className="flex flex-col gap-3" onSubmit={send}>
      <Field label={t('inbox.reply')} hint={t('inbox.replyHint')} error={fault}>
        <Textarea
          rows={3}
          dir="auto"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          onKeyDown={sendByKey}
        />
      </Field>
      <MediaField value={media} onChange={setMedia} onBusy={setUploading} />
      {ways && <MediaWays ways={ways} />}
      <div className="flex items-center gap-3 self-end">
        {message !== '' && (
          <span className="text-sm text-muted">
            <Money value={price} />
          </span>
        )}
        <Button
          type="submit"
          busy={isBusy || isUploading}
          icon={<Send aria-hidden className="size-4 rtl:-scale-x-100" />}
        >
          {t('inbox.send')}
        </Button>
      </div>
      <ConfirmSending
        {...{ open: isAsked, recipients: 1, price, unfilled }}
        onClose={takeBack}
        onConfirm={confirm}
      />
    </Form>
  );
}
