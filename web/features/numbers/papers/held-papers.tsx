import { useState } from 'react';
import { getHoldPapers, type NumberPapers } from '../../../../src/services/numbers/papers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { PapersDialog } from './papers-dialog.tsx';
import { PAPERS_TONES } from './papers-tones.ts';
import { Theirs } from './theirs.tsx';

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
