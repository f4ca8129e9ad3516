import type { Json } from './description-file.ts';
import { ACCOUNT } from './accounts.ts';

const field = (friendly_name: string): Json => ({
  machine_name: friendly_name.toLowerCase().replaceAll(' ', '_'),
  friendly_name,
  description: '',
});

/** Germany's demands on an owner of this kind, in the form of its Regulation resource. */
export const regulation = (owner: 'individual' | 'business'): Json => ({
  sid: `RN${'a'.repeat(32)}`,
  friendly_name: `Germany: Local - ${owner}`,
  iso_country: 'DE',
  number_type: 'local',
  end_user_type: owner,
  requirements: {
    end_user: [
      {
        name: owner,
        type: owner,
        requirement_name: `${owner}_info`,
        fields: ['business_name', 'website'],
        detailed_fields: [field('Business Name'), field('Website')],
      },
    ],
    supporting_document: [
      [
        {
          name: 'Business Name',
          type: 'document',
          requirement_name: 'business_name_info',
          description: 'A document that shows the name.',
          accepted_documents: [
            {
              name: 'Commercial register excerpt',
              type: 'commercial_registrar_excerpt',
              fields: ['document_number'],
              detailed_fields: [field('Document Number')],
            },
            { name: 'Trade licence', type: 'trade_license', fields: [], detailed_fields: [] },
          ],
        },
      ],
      [
        {
          name: 'Address',
          type: 'document',
          requirement_name: 'proof_of_address',
          accepted_documents: [
            {
              name: 'Address Validation',
              type: 'address',
              fields: ['address_sids'],
              detailed_fields: [field('Address sids')],
            },
          ],
        },
      ],
    ],
  },
});

/** A bundle of papers there. @param owner its friendly name */
export const bundleOf = (owner: string, status: string, count = 1): { [name: string]: Json } => ({
  sid: `BU${count.toString(16).padStart(32, '0')}`,
  account_sid: ACCOUNT.twilio.sid,
  friendly_name: owner,
  status,
  email: 'papers@topline.example',
});
