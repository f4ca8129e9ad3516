import type { ADMIN_TABS } from '../../lib/admin-tabs.ts';
import { t, type TextKey } from '../../lib/i18n.ts';
import { Link } from '../../lib/router.ts';
import { Only } from '../../ui/only.tsx';
import { TAB_ENDPOINTS } from './tab-endpoints.ts';

/** A way to another tab of the control panel, for those who have it. @param card of the settings */
export const TabLink = ({ tab, card }: { tab: (typeof ADMIN_TABS)[number]; card?: TextKey }) => (
  <Only may={TAB_ENDPOINTS[tab]}>
    <Link to="/admin" hash={tab} search={{ setting: card }} className="text-accent underline">
      {t(`admin.tabs.${tab}`)}
      {card && `: ${t(card)}`}
    </Link>
  </Only>
);
