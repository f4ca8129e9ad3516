import { z } from 'zod';
import { httpAddress, optional } from '../../platform/kit/settings.ts';

/** The settings of screening. */
export const screeningEnvironment = {
  SCREENING_URL: optional(httpAddress),
  SCREENING_TOKEN: optional(z.string().max(500)),
};

const environment = z.object(screeningEnvironment);

/** Who is asked about the addresses that send payments; null: nobody. */
export type ScreeningSettings = { url: string; token: string | null } | null;

export const screeningFrom = ({
  SCREENING_URL: url,
  SCREENING_TOKEN: token,
}: z.output<typeof environment>): ScreeningSettings =>
  url === undefined ? null : { url, token: token ?? null };
