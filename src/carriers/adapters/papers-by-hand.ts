import type { NumberPapers, PaperField, PapersAsked } from '../number-papers.ts';

const field = (key: string, name: string): PaperField => ({ key, name, description: '' });

const document = (key: string, name: string, accepted: readonly [key: string, name: string][]) => ({
  ...{ key, name, description: '' },
  accepted: accepted.map(([kind, called]) => ({ key: kind, name: called, fields: [], file: true })),
});

const PROOF_OF_ADDRESS = document('address', 'Proof of address', [
  ['utility_bill', 'Utility bill'],
  ['tax_notice', 'Tax notice'],
  ['rental_agreement', 'Rental agreement'],
]);

/** The papers that regulators ask for everywhere; if a country takes more, the operator asks for the rest. */
const ASKED: PapersAsked[] = [
  {
    owner: 'business',
    details: [field('business_name', 'Business name'), field('business_registration_number', 'Registration number')],
    address: true,
    documents: [
      document('registration', 'Proof of registration', [
        ['register_excerpt', 'Excerpt from the register of companies'],
        ['trade_licence', 'Trade licence'],
      ]),
      PROOF_OF_ADDRESS,
    ],
  },
  {
    owner: 'individual',
    details: [field('first_name', 'First name'), field('last_name', 'Last name')],
    address: true,
    documents: [
      document('identity', 'Proof of identity', [
        ['passport', 'Passport'],
        ['identity_card', 'Identity card'],
      ]),
      PROOF_OF_ADDRESS,
    ],
  },
];

/**
 * For a carrier that asks for papers and takes none by its API: the operator hands them in by hand, and an
 * administrator enters the result.
 * @param countries the countries for which it asks for papers, ISO 3166-1 alpha-2
 */
export const papersByHand = (countries: readonly string[]): NumberPapers => ({
  look: async ({ countryCode }) =>
    countries.includes(countryCode) ? { state: 'missing', asked: ASKED } : { state: 'not-needed', asked: [] },
});
