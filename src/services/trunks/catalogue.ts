/** The SIP trunk plans, each for a year, in the order of upgrades: smallest first. */

import { TRUNK_PLAN_IDS } from '../../../db/enums.ts';

export type PlanId = (typeof TRUNK_PLAN_IDS)[number];

/** The telephone system functions of a package, with the names of their columns. */
export const FEATURE_IDS = [
  'ivrEnabled',
  'pbxFeaturesEnabled',
  'conferenceCallsEnabled',
  'voicemailEnabled',
  'callForwardingEnabled',
] as const;
export type FeatureId = (typeof FEATURE_IDS)[number];

/** The most participants of a conference call. */
export const CONFERENCE_PARTICIPANTS = 20;

/** For how many months a package runs. */
export const TRUNK_MONTHS = 12;

export interface Plan extends Record<FeatureId, boolean> {
  id: PlanId;
  name: string;
  /** Pounds for a year, a decimal string. */
  price: string;
  /** For each month; unused minutes are not carried over. */
  callMinutesIncluded: number;
  /** The most calls of its telephone system at one time. */
  channels: number;
  features: readonly string[];
}

export const PLANS: readonly Plan[] = [
  {
    id: 'basic',
    name: 'Basic',
    price: '150.00',
    callMinutesIncluded: 2000,
    channels: 2,
    features: ['2,000 minutes a month', 'Voicemail', 'Call forwarding'],
    ivrEnabled: false,
    pbxFeaturesEnabled: false,
    conferenceCallsEnabled: false,
    voicemailEnabled: true,
    callForwardingEnabled: true,
  },
  {
    id: 'professional',
    name: 'Professional',
    price: '400.00',
    callMinutesIncluded: 8000,
    channels: 10,
    features: [
      '8,000 minutes a month',
      'Voicemail',
      'Call forwarding',
      'Interactive voice response (IVR)',
      `Conference calls, up to ${CONFERENCE_PARTICIPANTS} participants`,
    ],
    ivrEnabled: true,
    pbxFeaturesEnabled: false,
    conferenceCallsEnabled: true,
    voicemailEnabled: true,
    callForwardingEnabled: true,
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    price: '1500.00',
    callMinutesIncluded: 20_000,
    channels: 30,
    features: [
      '20,000 minutes a month',
      'Voicemail',
      'Call forwarding',
      'Interactive voice response (IVR)',
      `Conference calls, up to ${CONFERENCE_PARTICIPANTS} participants`,
      'PBX features',
    ],
    ivrEnabled: true,
    pbxFeaturesEnabled: true,
    conferenceCallsEnabled: true,
    voicemailEnabled: true,
    callForwardingEnabled: true,
  },
];

/** The plans above one, smallest first. */
export const plansAbove = (id: PlanId): readonly Plan[] => PLANS.slice(TRUNK_PLAN_IDS.indexOf(id) + 1);
