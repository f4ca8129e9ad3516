import { KINDS, settingsOf } from '../../carriers/accounts/kinds.ts';
import { HIDDEN_SETTINGS, KEPT_SETTINGS } from '../../shared/kept-settings.ts';

interface KnownKept {
  /** What it is about, or its carrier. */
  group: string;
  name: string;
  isHidden: boolean;
}

/** All settings of the environment that administrators can set as well, in their order. */
export const KNOWN_KEPT: readonly KnownKept[] = [
  ...Object.entries(KEPT_SETTINGS).flatMap(([group, names]) =>
    names.map((name) => ({ group, name, isHidden: HIDDEN_SETTINGS.has(name) })),
  ),
  ...KINDS.flatMap((adapter) => settingsOf(adapter).map((name) => ({ group: adapter.name, name, isHidden: true }))),
];
