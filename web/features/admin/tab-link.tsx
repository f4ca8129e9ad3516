import type { ADMIN_TABS } from '../../lib/admin-tabs.ts';
import { t } from '../../lib/i18n.ts';
import { Link } from '../../lib/router.ts';
import { Only } from '../../ui/only.tsx';
import { TAB_ENDPOINTS } from './tab-endpoints.ts';

/** A way to another tab of the control panel, for those who have it. */
export const TabLink = ({ tab }: { tab: (typeof ADMIN_TABS)[number] }) => (
  <Only may={TAB_ENDPOINTS[tab]}>
    <Link to="/admin" hash={tab} className="text-accent underline">
      {t(`admin.tabs.${tab}`)}
    </Link>
  </Only>
);
