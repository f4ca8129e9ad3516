import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  handInPapers,
  type NumberPapers,
  type PapersGivenJson,
  getHoldPapers,
} from '../../../../src/services/numbers/papers/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread, useRead } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { Field, Input, Select } from '../../../ui/field.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { Badge } from '../../../ui/values.tsx';
import { Button } from '../../../ui/button.tsx';
import { AddressFields } from './address-fields.tsx';
import { givenOf, shownOf, usePapersForm, type ShownDocument } from './use-papers-form.ts';
import { Theirs } from './theirs.tsx';
import { PAPERS_TONES } from './papers-tones.ts';

interface PapersDialogProps {
  /** The held number that they are for. */
  number: string;
  /** The number's country, where the address is most likely. */
  countryCode: string;
  papers: NumberPapers;
  onClose: () => void;
}

/** The form that a country's questions make: who the owner is, where, and what shows it. */
export function PapersDialog({ number, countryCode, papers, onClose }: PapersDialogProps) {
  const { draft, change, wanted, tried, setTried } = usePapersForm(papers, countryCode);
  const [uploading, setUploading] = useState(false);
  const handIn = useHandIn(number, onClose);
  if (!wanted) return null;
  const { owner, details, address, documents } = draft;
  const submit = () => {
    const given = givenOf({ ...draft, owner: wanted.owner }, wanted);
    setTried(true);
    if (given) handIn.mutate(given);
  };
  return (
    <FormDialog
      onSubmit={submit}
      busy={handIn.isPending}
      disabled={uploading}
      onClose={onClose}
      title={t('numbers.papers.formTitle')}
      description={t('numbers.papers.formText')}
      submitLabel={t('numbers.papers.handIn')}
      failure={handIn.error && messageOf(handIn.error, t('numbers.papers.failed'))}
    >
      {papers.asked.length > 1 && (
        <ChoiceGroup
          legend={t('numbers.papers.who')}
          name="papers-owner"
          className="grid-cols-1 sm:grid-cols-2"
          value={owner}
          onChange={(next) => change({ owner: next })}
          choices={papers.asked.map((each) => ({ value: each.owner, label: t(`numbers.papers.owner.${each.owner}`) }))}
        />
      )}
      <AskedFields
        asked={wanted.details}
        given={details}
        tried={tried}
        onChange={(next) => change({ details: next })}
      />
      {wanted.address && (
        <AddressFields address={address} tried={tried} onChange={(next) => change({ address: next })} />
      )}
      {wanted.documents.map((paper) => (
        <DocumentFields
          key={paper.key}
          paper={paper}
          shown={shownOf(draft, paper)}
          tried={tried}
          onUploading={setUploading}
          onChange={(next) => change({ documents: { ...documents, [paper.key]: next } })}
        />
      ))}
    </FormDialog>
  );
}

interface AskedFieldsProps {
  asked: NumberPapers['asked'][number]['details'];
  given: Readonly<Record<string, string>>;
  /** It was sent once: what is empty is marked. */
  tried: boolean;
  onChange: (given: Record<string, string>) => void;
}

const MAX_ANSWER = 200;

/** One field for each thing that is to be told, in the carrier's words. */
const AskedFields = ({ asked, given, tried, onChange }: AskedFieldsProps) =>
  asked.map(({ key, name, description }) => {
    const value = given[key] ?? '';
    return (
      <Field
        key={key}
        label={<Theirs>{name}</Theirs>}
        hint={description && <Theirs>{description}</Theirs>}
        error={tried && value.trim() === '' ? t('numbers.papers.empty') : undefined}
      >
        <Input
          value={value}
          maxLength={MAX_ANSWER}
          onChange={(event) => onChange({ ...given, [key]: event.target.value })}
        />
      </Field>
    );
  });

function useHandIn(number: string, onDone: () => void) {
  const { id } = useCurrentUser();
  return useMutation({
    mutationFn: (given: PapersGivenJson) => call(handInPapers, { params: { id }, body: { ...given, number } }),
    onSuccess: () => {
      onDone();
      void reread(queryKeys.numberHolds);
    },
  });
}

interface DocumentFieldsProps {
  paper: NumberPapers['asked'][number]['documents'][number];
  shown: ShownDocument;
  /** It was sent once: what is missing is marked. */
  tried: boolean;
  onUploading: (uploading: boolean) => void;
  onChange: (shown: ShownDocument) => void;
}

/** The fields of one document: its kind, its details, and its file. */
function DocumentFields({ paper, shown, tried, onUploading, onChange }: DocumentFieldsProps) {
  const kind = paper.accepted.find(({ key }) => key === shown.accepted);
  const empty = t('numbers.papers.empty');
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-2 font-semibold">
        <Theirs>{paper.name}</Theirs>
      </legend>
      {paper.description && (
        <p className="text-sm text-muted">
          <Theirs>{paper.description}</Theirs>
        </p>
      )}
      {paper.accepted.length > 1 && (
        <Field label={t('numbers.papers.kind')} error={tried && !kind ? empty : undefined}>
          <Select
            value={shown.accepted}
            onChange={(event) => onChange({ ...shown, accepted: event.target.value, fields: {} })}
          >
            <option value="" disabled>
              {t('numbers.papers.choose')}
            </option>
            {paper.accepted.map(({ key, name }) => (
              <option key={key} value={key} lang="en">
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {kind && (
        <AskedFields
          asked={kind.fields}
          given={shown.fields}
          tried={tried}
          onChange={(fields) => onChange({ ...shown, accepted: kind.key, fields })}
        />
      )}
      {kind?.file && (
        <FileField
          label={t('numbers.papers.file', { name: kind.name })}
          file={shown.file}
          error={tried && !shown.file ? empty : undefined}
          onUploading={onUploading}
          onChange={(file) => onChange({ ...shown, accepted: kind.key, file })}
        />
      )}
      {kind && !kind.file && <p className="text-sm text-muted">{t('numbers.papers.byAddress')}</p>}
    </fieldset>
  );
}

type PapersAsked = NumberPapers['asked'][number];

/** Shows the demands of the held number's country, and the state of the papers; nothing if it has none. */
export function HeldPapers({ number, countryCode }: { number: string; countryCode: string }) {
  const { data: papers } = useRead(getHoldPapers, { number });
  const [open, setOpen] = useState(false);
  if (!papers || papers.state === 'not-needed') return null;
  const { state, asked, papers: own } = papers;
  const wanted = state === 'missing' || state === 'rejected';
  return (
    <section className="flex flex-col gap-3 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{t('numbers.papers.title')}</h3>
        <Badge tone={PAPERS_TONES[state]}>{t(`numbers.papers.state.${state}`)}</Badge>
      </div>
      <p className="text-sm text-muted">{t(`numbers.papers.text.${state}`)}</p>
      {state === 'rejected' && own?.reason && (
        <p className="text-sm break-words text-danger">
          <bdi>{own.reason}</bdi>
        </p>
      )}
      {wanted && (
        <>
          {asked.map((each) => (
            <Checklist key={each.owner} asked={each} />
          ))}
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {t(state === 'rejected' ? 'numbers.papers.correct' : 'numbers.papers.fillIn')}
          </Button>
        </>
      )}
      {open && <PapersDialog {...{ number, countryCode, papers }} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Checklist({ asked: { owner, details, documents } }: { asked: PapersAsked }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <h4 className="font-medium">{t(`numbers.papers.owner.${owner}`)}</h4>
      <ul className="flex list-disc flex-col gap-1.5 ps-5">
        {details.length > 0 && (
          <li>
            <Theirs>{details.map(({ name }) => name).join(', ')}</Theirs>
          </li>
        )}
        {documents.map((document) => (
          <Document key={document.key} document={document} />
        ))}
      </ul>
    </div>
  );
}

function Document({ document }: { document: PapersAsked['documents'][number] }) {
  const { name, description, accepted } = document;
  return (
    <li>
      <Theirs>{name}</Theirs>
      {description && (
        <span className="block text-muted">
          <Theirs>{description}</Theirs>
        </span>
      )}
      {accepted.length > 1 && (
        <span className="block text-muted">
          {t('numbers.papers.oneOf', { list: accepted.map((each) => each.name).join(', ') })}
        </span>
      )}
    </li>
  );
}
