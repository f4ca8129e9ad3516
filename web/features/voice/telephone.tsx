import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getCallQuote } from '../../../src/services/voice/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { exampleNumber } from '../../lib/example-number.ts';
import { useCurrentUser } from '../../state/session.ts';
import { closeTelephone, openTelephone } from '../../state/telephone.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CallDuration } from '../../ui/call-duration.tsx';
import { Card } from '../../ui/frames.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { formatPounds } from '../../ui/values.tsx';
import { Phone, PhoneOff, X } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SOUND, startPhone, type Talk, usePhone } from './phone.ts';
import { askedOf, quoteKey } from './shown-rate.ts';

const KEYS = '123456789*0#'.split('');

/** The telephone in this browser: it stays where it is while its owner looks at other screens. */
export default function Telephone({ trunkId, number }: { trunkId: string; number: string }) {
  const { id, country } = useCurrentUser();
  const { line, talk, failure, dial } = usePhone();
  const dialled = useRef<HTMLInputElement>(null);
  useEffect(() => startPhone(id, trunkId), [id, trunkId]);
  // Whoever opened it by the keyboard goes on here.
  useEffect(() => dialled.current?.focus(), []);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The package declares an enum that it does not have, and takes its text.
  const press = (key: string) => talk?.session.sendDTMF(key, { transportType: 'RFC2833' as never });
  return (
    <aside
      aria-label={t('voice.telephone.title')}
      className="fixed end-2 bottom-2 z-30 max-h-[calc(100dvh-1rem)] w-80 max-w-[calc(100vw-1rem)] overflow-y-auto sm:end-4 sm:bottom-4"
    >
      <Card
        title={t('voice.telephone.title')}
        description={<span role="status">{t(`voice.telephone.${line}`)}</span>}
        actions={<IconButton className="ms-auto" label={t('ui.close')} icon={X} onClick={closeTelephone} />}
      >
        <div className="flex flex-col gap-3">
          {failure && <Notice tone="warning">{failure}</Notice>}
          {talk ? (
            <TalkNow {...talk} />
          ) : (
            <Form className="flex flex-col gap-2" onSubmit={() => dial(number)}>
              <Field
                label={t('voice.call.destination')}
                hint={t('sms.senders.numberHint', { example: exampleNumber(country).whole })}
              >
                <Input
                  ref={dialled}
                  type="tel"
                  dir="ltr"
                  maxLength={32}
                  value={number}
                  onChange={({ target }) => openTelephone(trunkId, target.value)}
                />
              </Field>
              <Price userId={id} number={number} />
              <Button type="submit" icon={Phone} disabled={line !== 'ready' || number.trim() === ''}>
                {t('voice.telephone.call')}
              </Button>
            </Form>
          )}
          <div role="group" aria-label={t('voice.telephone.keypad')} dir="ltr" className="grid grid-cols-3 gap-1.5">
            {KEYS.map((key) => (
              <Button
                key={key}
                variant="secondary"
                disabled={talk !== null && talk.since === null}
                onClick={() => (talk ? press(key) : openTelephone(trunkId, number + key))}
              >
                {key}
              </Button>
            ))}
          </div>
        </div>
      </Card>
    </aside>
  );
}

/** Shows the call that there is now. */
function TalkNow({ session, isIncoming, number, since, isMuted, heard }: Talk) {
  const play = (element: HTMLAudioElement | null) => {
    if (element && element.srcObject !== heard) element.srcObject = heard;
  };
  const isAsked = isIncoming && since === null;
  const said = isAsked ? 'incoming' : since ? 'talking' : 'calling';
  return (
    <>
      <p role="status" className="font-medium break-words">
        {t(`voice.telephone.${said}`, { number: number || t('voice.telephone.withheld') })}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- It is a conversation. */}
      <audio autoPlay ref={play} />
      {since && <CallDuration call={{ status: 'in-progress', answeredAt: since, duration: 0 }} />}
      <div className="flex flex-wrap gap-2">
        {isAsked && (
          <Button icon={Phone} onClick={() => session.answer(SOUND)}>
            {t('voice.telephone.answer')}
          </Button>
        )}
        <Button variant="danger" icon={PhoneOff} onClick={() => session.terminate()}>
          {t(isAsked ? 'voice.telephone.decline' : 'voice.hangUp.button')}
        </Button>
        {since && (
          <Button
            variant="secondary"
            aria-pressed={isMuted}
            onClick={() => session[isMuted ? 'unmute' : 'mute']({ audio: true })}
          >
            {t('voice.telephone.mute')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Shows the price of a minute to a number, once it is whole. */
function Price({ userId, number }: { userId: string; number: string }) {
  const numbers = { destination: number.replaceAll(/[\s()-]/g, ''), forwardTo: null };
  const query = askedOf(numbers);
  const { data } = useQuery({
    queryKey: quoteKey(userId, numbers),
    queryFn: () => call(getCallQuote, { params: { id: userId }, query }),
    enabled: query.destination !== undefined,
  });
  if (!data?.ratePerMinute || !query.destination) return null;
  return (
    <p className="text-sm text-muted">
      {t('voice.price.rate')}: {formatPounds(data.ratePerMinute)}
    </p>
  );
}
