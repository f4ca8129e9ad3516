import { SANDBOX_ENDINGS } from '../carriers/adapters/sandbox/catalogue.ts';

/** Everybody's password in the demonstration. */
export const DEMO_PASSWORD = 'Topline-demo-1';

/** The accounts of the demonstration, the administrator first; the last two are customers of the reseller. */
export const PEOPLE = {
  administrator: { email: 'grace@example.com', fullName: 'Grace Adeyemi', role: 'admin' },
  clinics: { email: 'ada@example.com', fullName: 'Ada Okafor', role: 'user', company: 'Okafor Clinics' },
  couriers: { email: 'bruno@example.com', fullName: 'Bruno Keller', role: 'user', company: 'Keller Couriers' },
  newcomer: { email: 'carla@example.com', fullName: 'Carla Mendes', role: 'user' },
  suspended: { email: 'dmitri@example.com', fullName: 'Dmitri Petrov', role: 'user', company: 'Petrov Media' },
  reseller: { email: 'rosa@example.com', fullName: 'Rosa Lindqvist', role: 'reseller', company: 'Nordic Voice' },
  salon: { email: 'mia@example.com', fullName: 'Mia Nyberg', role: 'user', company: 'Nyberg Salon' },
  school: { email: 'oskar@example.com', fullName: 'Oskar Lund', role: 'user', company: 'Lund Driving School' },
} as const satisfies Record<string, { email: string; fullName: string; role: string; company?: string }>;

export type Who = keyof typeof PEOPLE;

/** The simulated carriers refuse numbers that end like the first, and never report on the second. */
export const REFUSED = `+44770090${SANDBOX_ENDINGS.refused}`;
export const UNREPORTED = `+44770090${SANDBOX_ENDINGS.unreported}`;
