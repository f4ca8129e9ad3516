import { z } from 'zod';
import { httpAddress, optional, withDefault, whole } from '../../platform/kit/settings.ts';

/** The settings of screening. */
export const screeningEnvironment = {
  SCREENING_URL: optional(httpAddress),
  SCREENING_TOKEN: optional(z.string().max(500)),
  SCREENING_SECONDS: withDefault(whole(1, 30), 10),
};

const environment = z.object(screeningEnvironment);

/** They name the service that is asked about the addresses that send payments; null: nobody. */
export type ScreeningSettings = {
  url: string;
  token: string | null;
  /** How long it may take to answer. */
  seconds: number;
} | null;

export const screeningFrom = ({
  SCREENING_URL: url,
  SCREENING_TOKEN: token,
  SCREENING_SECONDS: seconds,
}: z.output<typeof environment>): ScreeningSettings =>
  url === undefined ? null : { url, token: token ?? null, seconds };
