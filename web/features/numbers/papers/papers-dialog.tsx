import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  handInPapers,
  type NumberPapers,
  type PapersGivenJson,
} from '../../../../src/services/numbers/papers/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { reread } from '../../../lib/invalidate.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { AddressFields } from './address-fields.tsx';
import { AskedFields } from './asked-fields.tsx';
import { DocumentFields } from './document-fields.tsx';
import { givenOf, shownOf, usePapersForm } from './use-papers-form.ts';

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
          choices={papers.asked.map((each) => ({
            value: each.owner,
            label: t(`numbers.papers.owner.${each.owner}`),
          }))}
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
