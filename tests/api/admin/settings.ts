import { z } from 'zod';
import type { SettingName } from '../../../db/enums.ts';
import { type Setting, setting, settingChange } from '../../../src/admin/settings/contract.ts';
import type { TestActor } from '../../kit/actors.ts';

export const setAs = (
  admin: TestActor,
  name: SettingName,
  value: string | null,
  more: { about?: string; before?: string | null } = {},
): Promise<Response> =>
  admin.as('/api/admin/settings', { method: 'PUT', json: { settings: [{ name, value, ...more }] } });

export async function settingOf(admin: TestActor, name: SettingName, about = ''): Promise<Setting> {
  const answer = z.array(setting).parse(await (await admin.as('/api/admin/settings')).json());
  const found = answer.find((each) => each.name === name && each.about === about);
  if (!found) throw new Error(`the panel does not show ${name} ${about}`);
  return found;
}

export const changesOf = async (admin: TestActor) =>
  settingChange.array().parse(await (await admin.as('/api/admin/settings/changes')).json());

/** Sets the prefixes to which carriers carry messages. */
export async function setDestinations(admin: TestActor, of: Record<string, string>): Promise<void> {
  for (const [about, value] of Object.entries(of))
    expect((await setAs(admin, 'carrier_destinations', value, { about })).status).toBe(200);
}
