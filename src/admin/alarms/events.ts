import { eventKind } from '../../platform/events/kind.ts';

/** An alarm was raised or cleared. */
export const alarmsChangedEvent = eventKind('alarms-changed', ['admins', 'support', 'finance', 'carriers'], {});
