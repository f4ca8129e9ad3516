import { useState } from 'react';
import { ArrowLeft, ArrowRight, ListTree } from './icons.tsx';
import { type CallTrace, getCallTrace } from '../../src/services/voice/contract.ts';
import { t } from '../lib/i18n.ts';
import { useRead } from '../lib/reads.ts';
import { SmallButton } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { Drawer } from './drawer.tsx';
import { EmptyState, ReadFrame } from './frames.tsx';

interface SipTraceProps {
  userId: string;
  callId: string;
  /** When the call began: a trace is kept for a day. */
  at: string;
}

const DAY_MS = 86_400_000;

/** A button that opens the SIP messages of a call, as long as there can be any. */
export function SipTrace({ userId, callId, at }: SipTraceProps) {
  const [open, setOpen] = useState(false);
  if (Date.parse(at) < Date.now() - DAY_MS) return null;
  return (
    <>
      <SmallButton className="self-start" onClick={() => setOpen(true)}>
        {t('voice.trace.title')}
      </SmallButton>
      {open && (
        <Drawer onClose={() => setOpen(false)} title={t('voice.trace.title')}>
          <p className="mb-4 text-muted">{t('voice.trace.text')}</p>
          <Messages userId={userId} callId={callId} />
        </Drawer>
      )}
    </>
  );
}

function Messages({ userId: id, callId }: Pick<SipTraceProps, 'userId' | 'callId'>) {
  const read = useRead(getCallTrace, { id, callId });
  return <ReadFrame read={read}>{({ messages }) => <Ladder messages={messages} />}</ReadFrame>;
}

/** Two lines, the telephone system and we, and an arrow between them for each message; opened, a message is shown whole. */
function Ladder({ messages }: CallTrace) {
  const [first] = messages;
  if (!first) {
    return <EmptyState icon={ListTree} title={t('voice.trace.empty')} description={t('voice.trace.emptyHint')} />;
  }
  const began = Date.parse(first.at);
  return (
    <div className="flex flex-col gap-2">
      <div aria-hidden className="flex justify-between gap-4 text-sm font-medium">
        <span>{t('voice.trace.telephone')}</span>
        <span className="text-end">{t('voice.trace.edge')}</span>
      </div>
      <ol aria-label={t('voice.trace.title')} className="border-x-2 border-line">
        {messages.map((message) => (
          <Message key={message.id} message={message} seconds={(Date.parse(message.at) - began) / 1000} />
        ))}
      </ol>
    </div>
  );
}

function Message({ message, seconds }: { message: CallTrace['messages'][number]; seconds: number }) {
  const { from, text } = message;
  const line = <span className="h-0.5 flex-1 bg-accent" />;
  return (
    <li>
      <details className="py-1.5">
        <summary className="flex cursor-pointer list-none flex-col rounded-md">
          <span className="flex flex-wrap justify-between gap-x-3 px-3 text-sm">
            <span>
              <span className="sr-only">{t(`voice.trace.from.${from}`)} </span>
              <bdi className="font-mono font-medium break-all">{nameOf(text)}</bdi>
            </span>
            <span className="text-muted">{t('voice.trace.after', { seconds })}</span>
          </span>
          <span aria-hidden className="flex items-center text-accent">
            {from === 'telephone' ? (
              <>
                {line}
                <ArrowRight className="-ms-2 size-4" />
              </>
            ) : (
              <>
                <ArrowLeft className="-me-2 size-4" />
                {line}
              </>
            )}
          </span>
        </summary>
        <div className="px-3 pt-2">
          <CodeBlock label={t('voice.trace.copy')} code={text.trimEnd()} />
        </div>
      </details>
    </li>
  );
}

/** `INVITE` of a request, `200 OK` of an answer. */
function nameOf(text: string): string {
  const [line = ''] = text.split('\r\n', 1);
  return line.startsWith('SIP/2.0 ') ? line.slice('SIP/2.0 '.length) : (line.split(' ', 1)[0] ?? line);
}
