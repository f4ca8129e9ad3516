import { useMutation } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { isName, isSenderId, SENDER_ID_LIMITS, senderFault } from '../../../../src/shared/sender-id.ts';
import { updateUser } from '../../../../src/accounts/profile/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { Field, Input, Options, Textarea } from '../../../ui/field.tsx';
import { saidOnce } from '../../../ui/form.tsx';
import { MediaField } from '../../../ui/media-field.tsx';
import { Templates } from '../../../ui/templates.tsx';
import { cheaperSpelling } from '../../../../src/shared/cheaper-spelling.ts';
import { inBraces, placeholdersOf } from '../../../../src/shared/personal-text.ts';
import { useCurrentUser, useSession } from '../../../state/session.ts';
import { MessageCounter } from '../../../ui/message-counter.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toastFailure } from '../../../ui/toast.tsx';
import { tooLong } from './compose-form.ts';
import { FaultLines } from './fault-lines.tsx';
import { ContactsField, useContactLists } from './contacts-field.tsx';
import { type PersonalMessage, unknownIn } from './personal-message.ts';
import { SenderCountries } from './price-summary.tsx';
import { RecipientsField } from './recipients-field.tsx';
import type { Composing } from './use-compose.ts';
import { useSenders } from './use-senders.ts';

/** Sender, recipients and text of a message. */
export function ComposeFields({ composing }: { composing: Composing }) {
  const { form, known, personal, setUploading, priced } = composing;
  const { unfilled, reached } = priced;
  const shown = saidOnce(form, ['senderId', 'recipients', 'message', 'media']);
  const { message, media, contacts } = form.watch();
  const ownFields = useContactLists()?.fields;
  const setMessage = (text: string) => form.setValue('message', text, { shouldValidate: form.formState.isSubmitted });
  useEffect(() => {
    // Who came by a button that is gone, and whose focus is nowhere or at a heading, can type at once, unless the address
    // leads further down. On a telephone that would open the keyboard.
    const isElsewhere = document.querySelector(':focus:not([tabindex="-1"])');
    if (location.hash || isElsewhere || !matchMedia('(pointer: fine)').matches) return;
    const empty = (['senderId', 'recipients', 'message'] as const).find((name) => form.getValues(name) === '');
    if (empty) form.setFocus(empty);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only on arrival
  }, []);
  return (
    // What gets the focus does not stop below the bar of a narrow screen.
    <div className="flex min-w-0 flex-col gap-4 max-lg:[&_:is(input,textarea,select,button)]:scroll-mb-32">
      <SenderField form={form} {...shown.senderId} />
      <RecipientsField composing={composing} {...shown.recipients} />
      <ContactsField
        value={contacts}
        onChange={(chosen) => form.setValue('contacts', chosen, { shouldValidate: form.formState.isSubmitted })}
      />
      <SenderCountries priced={priced} />
      {composing.isBack && <Notice alert>{t('sms.edit.done')}</Notice>}
      <Field
        label={t('sms.compose.message')}
        {...shown.message}
        error={tooLong(message) ?? shown.message?.error}
        hint={<MessageCounter message={personal?.preview ?? message} />}
      >
        <Textarea {...form.register('message')} rows={5} />
      </Field>
      <SpellingHint message={message} onReplace={setMessage} />
      <PersonalFields
        columns={[...new Set([...known.columns, ...(contacts && ownFields ? ['name', ...ownFields] : [])])]}
        personal={personal}
        message={message}
        into="message"
      />
      {unfilled > 0 && (
        <Notice tone="warning">
          {t('sms.personal.unfilled', { unfilled, all: reached, names: inBraces(placeholdersOf(message)) })}
        </Notice>
      )}
      <Templates message={message} onChoose={setMessage} />
      <MediaField
        value={media}
        error={shown.media?.error}
        onBusy={setUploading}
        onChange={(path) => {
          form.setValue('media', path);
          form.clearErrors('media');
        }}
      />
    </div>
  );
}

/** The sender, with the customer's own and the last ones to choose from; one may be filled in from the beginning. */
function SenderField({ form, error }: { form: Composing['form']; error?: string }) {
  const typed = form.watch('senderId');
  const id = useId();
  const user = useCurrentUser();
  const showSaved = useSession((session) => session.showSaved);
  const { offered, mayTakeOff, takeOff } = useSenders(user.id, form);
  const isDefault = typed === user.defaultCallerId;
  const choose = useMutation({
    mutationFn: () =>
      call(updateUser, { params: { id: user.id }, body: { defaultCallerId: isDefault ? null : typed.trim() } }),
    onSuccess: showSaved,
    onError: (error) => toastFailure(t('settings.error'), messageOf(error, t('settings.profile.failed'))),
  });
  return (
    <>
      <Field
        label={t('sms.compose.senderId')}
        hint={
          isName(typed) && isSenderId(typed)
            ? t('sms.compose.noAnswers')
            : t('sms.compose.senderIdHint', { limit: SENDER_ID_LIMITS.letters })
        }
        error={error ?? (typed.length > 3 && !isSenderId(typed.trim()) ? senderFault() : undefined)}
      >
        <Input {...form.register('senderId')} list={`${id}-senders`} />
        <datalist id={`${id}-senders`}>
          <Options of={offered} />
        </datalist>
      </Field>
      {isSenderId(typed.trim()) && (
        <div className="-mt-3 flex flex-wrap">
          <Button may="updateUser" variant="ghost" size="sm" busy={choose.isPending} onClick={() => choose.mutate()}>
            {t(isDefault ? 'sms.compose.noDefault' : 'sms.compose.makeDefault')}
          </Button>
          {mayTakeOff(typed) && (
            <Button variant="ghost" size="sm" onClick={() => takeOff(typed)}>
              {t('sms.compose.stopOffering')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

interface PersonalFieldsProps {
  columns: readonly string[];
  /** Null where the message names no column. */
  personal: Pick<PersonalMessage, 'preview' | 'missing'> | null;
  message: string;
  /** The name of the text's field. */
  into: string;
}

/** The fields that a message may name, to be put in where its cursor is, and what comes of them for the first recipient. */
export function PersonalFields({ columns, personal, message, into }: PersonalFieldsProps) {
  const insert = (column: string, form: HTMLFormElement | null) => {
    const area = form?.elements.namedItem(into);
    if (!(area instanceof HTMLTextAreaElement)) return;
    area.setRangeText(`{${column}}`, area.selectionStart, area.selectionEnd, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
    area.focus();
  };
  const unknown = unknownIn(message, columns);
  const warning = unknown.length > 0 && (
    <Notice tone="warning">
      {columns.length > 0
        ? t('sms.personal.noColumn', { names: inBraces(unknown), columns: inBraces(columns) })
        : t('sms.confirm.unfilled', { names: inBraces(unknown) })}
    </Notice>
  );
  if (columns.length === 0) return warning;
  const missing = (personal?.missing ?? [])
    .map(({ line, names }) => ({ line, names: names.filter((name) => !unknown.includes(name)) }))
    .filter(({ names }) => names.length > 0)
    .map(({ line, names }) => t('sms.personal.missing', { line, names: inBraces(names) }));
  return (
    <div className="flex flex-col gap-2">
      {warning}
      <div
        role="group"
        aria-label={t('sms.personal.insert')}
        className="flex flex-wrap items-center gap-2 text-sm text-muted"
      >
        {t('sms.personal.insert')}
        {columns.map((column) => (
          <SmallButton key={column} onClick={({ currentTarget }) => insert(column, currentTarget.form)}>
            {`{${column}}`}
          </SmallButton>
        ))}
      </div>
      {personal && (
        <figure className="rounded-md border border-line bg-surface px-3 py-2">
          <figcaption className="text-sm text-muted">{t('sms.personal.preview')}</figcaption>
          <p className="break-words whitespace-pre-wrap">{personal.preview}</p>
        </figure>
      )}
      {missing.length > 0 && <FaultLines tone="danger" label={t('sms.personal.missingTitle')} lines={missing} />}
    </div>
  );
}

const CHARACTERS_SHOWN = 8;

/** Says which characters make a message cost more parts, and replaces them on a click; or says which are replaced, where the account wants that. */
function SpellingHint({ message, onReplace }: { message: string; onReplace: (message: string) => void }) {
  const { cheaperSpelling: always } = useCurrentUser();
  const cheaper = cheaperSpelling(message);
  if (!cheaper) return null;
  const { text, replaced, parts, fewer } = cheaper;
  const characters = replaced.map(visible).slice(0, CHARACTERS_SHOWN).join(' ');
  return (
    <FaultLines
      tone="info"
      lines={[]}
      label={always ? t('spelling.always', { characters }) : t('spelling.dearer', { count: parts, fewer, characters })}
      action={!always && <SmallButton onClick={() => onReplace(text)}>{t('spelling.replace')}</SmallButton>}
    />
  );
}

/** A space or a mark that cannot be seen is named by its code. */
const visible = (character: string): string =>
  /[\p{Z}\p{C}]/u.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    : character;
