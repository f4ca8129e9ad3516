import { expectGone } from '../http-carrier.ts';
import type { TelnyxApi } from './api.ts';

/** By the names of their notes: the group, which uses the others, before them. */
const KINDS: readonly [name: RegExp, path: string][] = [
  [/^group$/, '/requirement_groups'],
  [/^document /, '/documents'],
  [/^address$/, '/addresses'],
];

/** Deletes a requirement group with its documents and its address. */
export async function withdrawAtTelnyx(
  api: TelnyxApi,
  made: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [named, path] of KINDS) {
    for (const [name, id] of Object.entries(made)) {
      if (named.test(name)) expectGone(await api.delete(`${path}/${encodeURIComponent(id)}`), 'telnyx');
    }
  }
}
