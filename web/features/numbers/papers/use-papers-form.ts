import { useState } from 'react';
import type { NumberPapers, PapersGivenJson } from '../../../../src/services/numbers/papers/contract.ts';
import type { UploadedFile } from '../../../ui/file-field.tsx';

type PapersAsked = NumberPapers['asked'][number];
type Address = NonNullable<PapersGivenJson['address']>;

/** A document in the form. */
export interface ShownDocument {
  /** The kind of document shown as it; empty until it is chosen. */
  accepted: string;
  fields: Record<string, string>;
  file: UploadedFile | null;
}

/** The content of the form. */
export interface PapersDraft {
  owner: PapersAsked['owner'];
  details: Record<string, string>;
  address: Address;
  /** By the key of what is asked for. */
  documents: Record<string, ShownDocument>;
}

/** The form's values: what was handed in before where there is some, else empty. */
export function usePapersForm({ asked, papers }: NumberPapers, countryCode: string) {
  const [draft, setDraft] = useState<PapersDraft>(() => draftOf(papers?.given ?? null, asked, countryCode));
  const [tried, setTried] = useState(false);
  const change = (part: Partial<PapersDraft>) => setDraft((before) => ({ ...before, ...part }));
  const wanted = asked.find(({ owner }) => owner === draft.owner) ?? asked[0];
  return { draft, change, wanted, tried, setTried };
}

function draftOf(given: PapersGivenJson | null, asked: readonly PapersAsked[], countryCode: string): PapersDraft {
  const empty = { name: '', street: '', city: '', region: '', postalCode: '', countryCode };
  const documents = (given?.documents ?? []).map(({ key, accepted, fields, objectPath }) => {
    const file = objectPath ? { objectPath, fileName: objectPath.split('/').at(-1) ?? '' } : null;
    return [key, { accepted, fields, file }] as const;
  });
  return {
    owner: given?.owner ?? asked[0]?.owner ?? 'anybody',
    details: given?.details ?? {},
    address: given?.address ?? empty,
    documents: Object.fromEntries(documents),
  };
}

/** The document as it stands in the form: with only one kind of it, that is chosen. */
export const shownOf = (
  { documents }: PapersDraft,
  { key, accepted }: PapersAsked['documents'][number],
): ShownDocument => {
  const [only] = accepted.length === 1 ? accepted : [];
  return documents[key] ?? { accepted: only?.key ?? '', fields: {}, file: null };
};

/** The papers to hand in; null while something is missing. */
export function givenOf(draft: PapersDraft, wanted: PapersAsked): PapersGivenJson | null {
  const { owner, details, address } = draft;
  let whole = true;
  const answersTo = (asked: readonly { key: string }[], given: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      asked.map(({ key }) => {
        const answer = given[key]?.trim() ?? '';
        if (answer === '') whole = false;
        return [key, answer];
      }),
    );
  const told = answersTo(wanted.details, details);
  const { region: _, ...needed } = address;
  if (wanted.address && Object.values(needed).some((part) => part.trim() === '')) whole = false;
  const documents = wanted.documents.map((paper) => {
    const { accepted, fields, file } = shownOf(draft, paper);
    const kind = paper.accepted.find(({ key }) => key === accepted);
    if (!kind || (kind.file && !file)) whole = false;
    const objectPath = kind?.file ? (file?.objectPath ?? null) : null;
    return { key: paper.key, accepted, fields: answersTo(kind?.fields ?? [], fields), objectPath };
  });
  return whole ? { owner, details: told, address: wanted.address ? address : null, documents } : null;
}
