import type { Sql } from 'postgres';
import type {
  NumberPapers,
  PaperField,
  PapersAsked,
  PapersLook,
  PapersNews,
  PapersNotes,
  PapersScope,
  PapersToHandIn,
} from '../../number-papers.ts';
import { kindOfNumber } from '../../kind-of-number.ts';
import type { CarrierCallback, CarrierHost } from '../../port.ts';
import { SANDBOX_PAPERS } from './catalogue.ts';
import { checkSandboxSignature } from './signature.ts';

const field = (key: string, name: string, description = ''): PaperField => ({ key, name, description });

const ADDRESS = {
  ...{ key: 'proof_of_address', name: 'Address', description: 'An address in the country of the number.' },
  accepted: [{ key: 'address', name: 'Address validation', fields: [], file: false }],
};

const ASKED: PapersAsked[] = [
  {
    owner: 'business',
    details: [
      field('business_name', 'Business name', 'As it stands in the register.'),
      field('business_registration_number', 'Registration number'),
    ],
    address: true,
    documents: [
      {
        ...{ key: 'business_name_info', name: 'Proof of registration', description: '' },
        accepted: [
          {
            ...{ key: 'register_excerpt', name: 'Excerpt from the register' },
            fields: [field('document_number', 'Document number')],
            file: true,
          },
          { key: 'trade_licence', name: 'Trade licence', fields: [], file: true },
        ],
      },
      ADDRESS,
    ],
  },
  {
    owner: 'individual',
    details: [field('first_name', 'First name'), field('last_name', 'Last name')],
    address: true,
    documents: [
      {
        ...{ key: 'individual_info', name: 'Proof of identity', description: '' },
        accepted: [{ key: 'passport', name: 'Passport', fields: [], file: true }],
      },
      ADDRESS,
    ],
  },
];

interface Kept {
  refused: boolean;
  decided: boolean;
}

/** The papers that a simulated carrier asks for in one country, and its decision some seconds later. */
export class SandboxPapers implements NumberPapers {
  constructor(
    private readonly host: CarrierHost,
    private readonly carrier: string,
  ) {}

  get #sql(): Sql {
    return this.host.sql;
  }

  async look({ number, countryCode, owner }: PapersScope): Promise<PapersLook> {
    if (countryCode !== SANDBOX_PAPERS.country) return { state: 'not-needed', asked: [] };
    const found = await this.#sql<Kept[]>`
      select refused, ${this.#decided()} as decided from sandbox_papers
      where carrier = ${this.carrier} and owner = ${owner} and kind = ${kindOfNumber(number)}`;
    const states = new Set(found.map(stateOf));
    const best = (['approved', 'in-review', 'rejected'] as const).find((state) => states.has(state));
    return { state: best ?? 'missing', asked: ASKED };
  }

  handIn(papers: PapersToHandIn, notes: PapersNotes): Promise<string> {
    return notes.once('papers', () => this.#take(papers));
  }

  async withdraw(made: Readonly<Record<string, string>>): Promise<void> {
    await this.#sql`
      delete from sandbox_papers
      where carrier = ${this.carrier} and reference = any(${Object.values(made)}::text[])`;
  }

  async #take({ reference, owner, number, given }: PapersToHandIn): Promise<string> {
    const told = [...Object.values(given.details), given.address?.name ?? ''];
    const refused = told.some((text) => text.toLowerCase().includes(SANDBOX_PAPERS.refusedWord));
    const decidedAt = new Date(this.host.clock.now().getTime() + SANDBOX_PAPERS.reviewSeconds * 1000);
    await this.#sql`
      insert into sandbox_papers (reference, carrier, owner, kind, refused, decided_at)
      values (${reference}, ${this.carrier}, ${owner}, ${kindOfNumber(number)}, ${refused},
        ${decidedAt.toISOString()}::timestamptz)
      on conflict (reference) do nothing`;
    return reference;
  }

  async news(reference: string): Promise<PapersNews> {
    const [found] = await this.#sql<Kept[]>`
      select refused, ${this.#decided()} as decided from sandbox_papers
      where carrier = ${this.carrier} and reference = ${reference}`;
    const state = found ? stateOf(found) : 'missing';
    return { state, reason: state === 'rejected' ? SANDBOX_PAPERS.reason : null };
  }

  checkCallback(callback: CarrierCallback): void {
    checkSandboxSignature(this.host, this.carrier, callback);
  }

  #decided() {
    return this.#sql`decided_at <= ${this.host.clock.now().toISOString()}::timestamptz`;
  }
}

function stateOf({ refused, decided }: Kept): 'approved' | 'in-review' | 'rejected' {
  if (!decided) return 'in-review';
  return refused ? 'rejected' : 'approved';
}
