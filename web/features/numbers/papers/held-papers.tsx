import { getHoldPapers, type NumberPapers } from '../../../src/services/numbers/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useRead } from '../../lib/use-read.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { SupportLinks } from '../../ui/support-links.tsx';

type PapersAsked = NumberPapers['asked'][number];

const TONES: Record<Exclude<NumberPapers['state'], 'not-needed'>, Tone> = {
  missing: 'warning',
  'in-review': 'accent',
  rejected: 'danger',
  approved: 'success',
};

/** What the country of the held number asks for, and the state of the papers; nothing if it asks for nothing. */
export function HeldPapers({ number }: { number: string }) {
  const { data: papers } = useRead(getHoldPapers, { number });
  if (!papers || papers.state === 'not-needed') return null;
  const { state, asked } = papers;
  return (
    <section className="flex flex-col gap-3 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{t('numbers.papers.title')}</h3>
        <Badge tone={TONES[state]}>{t(`numbers.papers.state.${state}`)}</Badge>
      </div>
      <p className="text-sm text-muted">{t(`numbers.papers.text.${state}`)}</p>
      {state !== 'approved' && (
        <>
          <SupportLinks className="text-sm" />
          {asked.map((each) => (
            <Checklist key={each.owner} asked={each} />
          ))}
        </>
      )}
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
            <Theirs>{details.join(', ')}</Theirs>
          </li>
        )}
        {documents.map((document) => (
          <Document key={document.name} {...document} />
        ))}
      </ul>
    </div>
  );
}

function Document({ name, description, accepted }: PapersAsked['documents'][number]) {
  return (
    <li>
      <Theirs>{name}</Theirs>
      {description && (
        <span className="block text-muted">
          <Theirs>{description}</Theirs>
        </span>
      )}
      {accepted.length > 0 && (
        <span className="block text-muted">{t('numbers.papers.oneOf', { list: accepted.join(', ') })}</span>
      )}
    </li>
  );
}

/** The carrier's own words, which it has in English only. */
const Theirs = ({ children }: { children: string }) => <bdi lang="en">{children}</bdi>;
