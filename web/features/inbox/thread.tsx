import { useMutation } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import {
  type Conversation,
  type ConversationMessage,
  listConversationMessages,
  redactConversationMessage,
  updateConversation,
  type ReceivedPicture,
} from '../../../src/services/inbox/contract.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { call, messageOf } from '../../lib/call.ts';
import { currentLocale, t } from '../../lib/i18n.ts';
import { queryKeys, reread } from '../../lib/reads.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { SmallButton, IconButton } from '../../ui/button.tsx';
import { ArrowLeft, Pencil, Trash2 } from '../../ui/icons.tsx';
import { Card, ListFrame } from '../../ui/frames.tsx';
import { StatusBadge } from '../../ui/message-status-badge.tsx';
import { Here } from '../../ui/only.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import { Money, formatTime } from '../../ui/values.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { ReplyForm } from './reply-form.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';

/**
 * One conversation: its messages, the newest at the bottom, and a reply. An open conversation counts as read.
 */
export function Thread({ conversation, onBack }: { conversation: Conversation; onBack: () => void }) {
  const { id: userId } = useCurrentUser();
  const { id, unread, canReply } = conversation;
  const [naming, setNaming] = useState(false);
  const list = usePagedList(listConversationMessages, { params: { id: userId, conversationId: id } });
  const { mutate: markRead } = useMutation({
    mutationFn: () => call(updateConversation, { params: { id: userId, conversationId: id }, body: { read: true } }),
  });
  useEffect(() => {
    if (unread > 0) markRead();
  }, [unread, markRead]);
  return (
    <Card flush>
      <ThreadHeader conversation={conversation} onBack={onBack} onRename={() => setNaming(true)} />
      <ListFrame list={list} skeletonRows={4} more={false} empty={null}>
        <div
          role="log"
          tabIndex={0}
          aria-label={t('inbox.messages', { name: titleOf(conversation) })}
          className="flex max-h-[50vh] flex-col-reverse gap-3 overflow-y-auto px-5 py-4 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
        >
          {list.rows.map((message, place) => (
            <Fragment key={message.id}>
              <MessageBubble conversationId={id} message={message} />
              {/* From the bottom upwards: above the first message of a day. */}
              {dayName(message.at) !== dayName(list.rows[place + 1]?.at ?? '') && (
                <p className="self-center text-sm font-medium text-muted first-letter:uppercase">
                  {dayName(message.at)}
                </p>
              )}
            </Fragment>
          ))}
          {list.hasMore && (
            <SmallButton className="self-center" busy={list.isLoadingMore} onClick={list.loadMore}>
              {t('inbox.earlier')}
            </SmallButton>
          )}
        </div>
      </ListFrame>
      <Here may="replyToConversation">
        <footer className="border-t border-line px-5 py-4">
          {canReply ? (
            <ReplyForm userId={userId} conversation={conversation} />
          ) : (
            <Notice>{t('inbox.cannotReply')}</Notice>
          )}
        </footer>
      </Here>
      {naming && (
        <TextDialog
          title={t('inbox.rename')}
          description={<WithNumbers>{conversation.otherNumber}</WithNumbers>}
          label={t('inbox.name')}
          hint={t('inbox.nameHint')}
          submitLabel={t('inbox.save')}
          value={conversation.name ?? ''}
          optional
          send={async (name) => {
            await call(updateConversation, { params: { id: userId, conversationId: id }, body: { name } });
            toast(t('inbox.saved'), name || conversation.otherNumber);
          }}
          failed={t('inbox.saveFailed')}
          onClose={() => setNaming(false)}
        />
      )}
    </Card>
  );
}

/** The day of a message: today, yesterday, or its date. */
function dayName(iso: string): string {
  const day = iso && formatTime(iso, 'day');
  const near = [0, -1].find((days) => formatTime(new Date(Date.now() + days * DAY_MS).toISOString(), 'day') === day);
  return near === undefined
    ? day
    : new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' }).format(near, 'day');
}

/** The name of a contact, or else their number. */
const titleOf = ({ name, otherNumber }: Conversation): string => name ?? otherNumber;

interface ThreadHeaderProps {
  conversation: Conversation;
  onBack: () => void;
  onRename: () => void;
}

function ThreadHeader({ conversation, onBack, onRename }: ThreadHeaderProps) {
  const { name, otherNumber, ownNumber } = conversation;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-3">
      <span className="lg:hidden">
        <IconButton label={t('inbox.back')} icon={ArrowLeft} onClick={onBack} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold">
          <WithNumbers>{titleOf(conversation)}</WithNumbers>
        </h2>
        <p className="text-sm text-muted">
          {name && <WithNumbers>{`${otherNumber} · `}</WithNumbers>}
          <WithNumbers>{t('inbox.to', { number: ownNumber })}</WithNumbers>
        </p>
      </div>
      <IconButton may="updateConversation" label={t('inbox.rename')} icon={Pencil} onClick={onRename} />
    </header>
  );
}

/** One message: what came in at the start of the line, a reply at its end, with what became of it. */
function MessageBubble({ conversationId, message }: { conversationId: string; message: ConversationMessage }) {
  const { incoming, text, pictures, at, status, cost, unpaid } = message;
  return (
    <div className={`flex max-w-[85%] flex-col gap-1 ${incoming ? 'self-start' : 'items-end self-end'}`}>
      {pictures.map((picture) => (
        <Shown key={picture.id} picture={picture} />
      ))}
      {text !== '' && (
        <p
          dir="auto"
          className={`rounded-lg px-3 py-2 break-words whitespace-pre-wrap ${incoming ? 'bg-sunken' : 'bg-accent-soft'}`}
        >
          {text}
        </p>
      )}
      <p className="flex items-center gap-2 text-sm text-muted">
        <time dateTime={at}>{formatTime(at, 'clock')}</time>
        {status && <StatusBadge status={status} />}
        {Number(cost) > 0 && <Money value={cost} />}
        {Number(unpaid) > 0 && <span>{t('inbox.unpaid')}</span>}
        {text !== '' && <TakeBack {...{ conversationId, messageId: message.id }} />}
      </p>
    </div>
  );
}

/** Takes the text of a message out of everything, after a question. */
function TakeBack({ conversationId, messageId }: { conversationId: string; messageId: string }) {
  const { id } = useCurrentUser();
  const redact = useMutation({
    mutationFn: () => call(redactConversationMessage, { params: { id, conversationId, messageId } }),
    onSuccess: () => {
      toast(t('sms.redact.done'));
      return reread(queryKeys.conversations(id));
    },
    onError: (error) => toastFailure(t('inbox.saveFailed'), messageOf(error, '')),
  });
  return (
    <AskFirst
      danger
      button={(ask) => (
        <IconButton may="redactConversationMessage" label={t('sms.redact.open')} icon={Trash2} onClick={ask} />
      )}
      title={t('sms.redact.title')}
      description={t('sms.redact.text')}
      label={t('sms.redact.open')}
      action={redact}
    />
  );
}

/** A picture, or another file, of a message that came in. */
function Shown({ picture: { status, contentType, url } }: { picture: ReceivedPicture }) {
  if (status !== 'ready') {
    return (
      <p className="rounded-lg bg-sunken px-3 py-2 text-sm text-muted">
        {t(status === 'failed' ? 'inbox.pictureFailed' : 'inbox.pictureComing')}
      </p>
    );
  }
  if (!contentType?.startsWith('image/')) {
    return (
      <a href={url} download className="inline-block rounded-lg bg-sunken px-3 py-2 text-accent underline">
        {t('inbox.file')}
      </a>
    );
  }
  return (
    <a href={url} target="_blank" rel="noreferrer" className="block w-fit">
      <img src={url} alt={t('inbox.picture')} loading="lazy" className="max-h-72 max-w-full rounded-lg" />
    </a>
  );
}
