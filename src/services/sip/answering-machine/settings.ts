import { z } from 'zod';
import { httpAddress, optional, parseSettings, port, withDefault } from '../../../platform/kit/settings.ts';

const settings = z.object({
  TOPLINE_URL: httpAddress,
  SIP_PROXY_TOKEN: z.string().min(1),
  SIP_ADDRESS: withDefault(z.string(), '0.0.0.0'),
  SIP_PORT: withDefault(port, 5060),
  SIP_ANSWERING_PORT: withDefault(port, 5080),
  SIP_ANSWERING_SLOTS: withDefault(z.coerce.number().int().min(0).max(100), 4),
  SIP_ANSWERING_SOUND: withDefault(z.string().regex(/^\d+-\d+$/, 'must be like 20040-20199'), '20040-20199'),
  SIP_RECORDINGS: optional(z.string()),
  SIP_RUN_DIR: z.string().min(1),
  SIP_STATE_DIR: z.string().min(1),
});

/**
 * The settings of the answering machine, from the environment that the edge's other programs have.
 * @throws {ConfigError} naming every one that is wrong
 */
export const readMachineSettings = (env: Record<string, string | undefined>) => parseSettings(settings, env);
