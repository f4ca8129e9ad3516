import { z } from 'zod';
import { slowService } from '../alarms/contract.ts';
import { SETTING_NAMES } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { BANNER_TONES } from '../../platform/kit/banner.ts';
import { isoTime, line, pageQuery, person, uuid } from '../../platform/kit/schemas.ts';

const { endpoint, pagedList } = endpointsFor('Administration');

const source = z.enum(['panel', 'environment']);
const name = z.enum(SETTING_NAMES);

/**
 * A value as text: pounds, per cent, a whole number, `on` or `off` (of a number: no limit), calling codes or `all`, a banner as
 * JSON.
 */
const value = z.string().nullable();

/** A setting that can be changed while the program runs. */
export const setting = z.object({
  name,
  /** A coin, a carrier or a country (ISO 3166-1 alpha-2), where there is one value for each; otherwise empty. */
  about: z.string(),
  /** The value that holds now; null: nothing is set. */
  value,
  source,
  /** The environment's variable and its value; without a variable the program's own. */
  variable: z.string().nullable(),
  standard: value,
  /** Somebody pays it, so that a higher one is announced and holds a day later. */
  announces: z.boolean(),
  /** A dearer price that was announced and does not hold yet. */
  next: z.object({ value, holdsFrom: isoTime }).nullable(),
  /** The last change that holds. */
  changed: z.object({ at: isoTime, by: person }).nullable(),
});
export type Setting = z.infer<typeof setting>;

/** A scheme of the list EAS, and an address in it. */
export const ELECTRONIC_ADDRESS = /^(\d{4}|EM|AN|AQ|AS|AU):\S{1,60}$/;

/** What became of each kept setting, and what is set now where that holds no password. */
export const keptChange = z.object({
  became: z.record(z.string(), z.enum(['set', 'changed', 'removed'])).default({}),
  shown: z.record(z.string(), z.string()).default({}),
});
export type KeptChange = z.infer<typeof keptChange>;

/** One change of a setting. */
export const settingChange = z.object({
  id: uuid,
  /** `withdrawal`: what had been announced, `after`, was taken back; the announcement itself is `withdrawn` since. */
  what: z.enum(['change', 'withdrawn', 'withdrawal']),
  /** `kept_settings`: those of mail, wallets, chains, rates and carriers that `about` lists; `kept` says of them what may be said. */
  name: z.enum([...SETTING_NAMES, 'kept_settings']),
  about: z.string(),
  kept: keptChange.optional(),
  before: value,
  after: value,
  /** Where the value comes from afterwards. */
  source,
  changedAt: isoTime,
  holdsFrom: isoTime,
  changedBy: person,
  /** This administrator asked for it, where another one agreed. */
  askedBy: person.nullable(),
});
export type SettingChange = z.infer<typeof settingChange>;

export const listSettings = endpoint('listSettings', 'GET /api/admin/settings', {
  summary: 'What can be changed while the program runs',
  response: z.array(setting),
});

const change = z.object({
  name,
  about: line(40).default(''),
  /** Null: what the environment says holds again. */
  value: z.string().max(10_000).nullable(),
  /** The value that was shown; where another one holds by now, nothing is changed. */
  before: z.string().nullable().optional(),
});

export const changeSettings = endpoint('changeSettings', 'PUT /api/admin/settings', {
  summary: 'Change settings for all processes, all of them or none; a dearer price holds a day later',
  body: z.object({ settings: change.array().max(20) }),
  response: z.array(setting),
  errors: ['not_found', 'not_allowed_now', 'approval_needed'],
});

export const listSettingChanges = pagedList('listSettingChanges', '/api/admin/settings/changes', {
  summary: 'Every change of a setting, newest first',
  query: pageQuery,
  row: settingChange,
});

export const getBanner = endpoint('getBanner', 'GET /api/banner', {
  access: 'signed-in',
  tag: 'Accounts',
  summary: 'The notices on top of every page',
  response: z.object({
    banner: z
      .object({
        /** Another one where the banner was changed. */
        id: z.string(),
        text: z.string(),
        texts: z.record(z.string(), z.string()),
        tone: z.enum(BANNER_TONES),
      })
      .nullable(),
    /** When the banner is going to be another one; null: not before a change. */
    changesAt: isoTime.nullable(),
    slow: z.array(slowService),
  }),
});
