import { ChevronDown } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { BarTitle } from '@/ui/layout/bar-title';
import { Brand } from '@/ui/layout/brand-mark';
import { Menu, type MenuItem } from '@/ui/popups/menu';
import { SendState } from '@/widgets/unsent/send-state';
import { AccountMenu } from './account-menu';
import { holdsCurrent, isCurrent, linksIn, menusOf, type NavGroup } from './navigation';
import type { FrameUser } from './frame-user';

const toMenuItems = (group: NavGroup): MenuItem[] =>
  group.links.map(({ label, to, icon: Icon }) => ({ label, to, icon: Icon && <Icon aria-hidden="true" /> }));

/** Returns a function that gives `aria-current` for a link: 'page' if it leads to the current page. */
export const useAriaCurrent = (role: FrameUser['role']) => {
  const { pathname } = useLocation();
  return (to: string) => (isCurrent(to, pathname, role) ? ('page' as const) : undefined);
};

/** The app's top bar: title and avatar on a phone, the whole navigation on a desktop. */
export function TopBar({ user, lapsed }: { user: FrameUser; lapsed: boolean }) {
  const ariaCurrent = useAriaCurrent(user.role);
  const { pathname } = useLocation();
  const { myFarm, more } = menusOf(user.role);
  const isCurrentGroup = ({ links }: NavGroup) => holdsCurrent(links, pathname, user.role);
  const menus: { label: string; items: MenuItem[]; current: boolean }[] = [
    ...(myFarm ? [{ label: myFarm.label, items: toMenuItems(myFarm), current: isCurrentGroup(myFarm) }] : []),
    {
      label: 'More',
      items: more.map((group) => ({ label: group.label, items: toMenuItems(group) })),
      current: more.some(isCurrentGroup),
    },
  ];
  return (
    <header className="bar">
      <div className="bar-in">
        <BarTitle />
        <Link
          to={lapsed ? '/' : '/noticeboard'}
          className="inline-flex min-h-tap items-center text-on-bar no-underline max-nav:hidden"
        >
          <Brand />
        </Link>
        <nav aria-label="Main" className="bar-nav max-nav:hidden">
          {linksIn('main', user.role).map(({ label, to }) =>
            lapsed && to !== '/noticeboard' ? (
              <DisabledLink key={to} label={label} />
            ) : (
              <Link key={to} to={lapsed ? '/' : to} className="bar-link" aria-current={ariaCurrent(to)}>
                {label}
              </Link>
            ),
          )}
          {menus.map(({ label, items, current }) =>
            lapsed ? (
              <DisabledLink key={label} label={label} />
            ) : (
              <Menu key={label} items={items} align="start" className="bar-link" aria-current={current || undefined}>
                {label}
                <ChevronDown aria-hidden="true" />
              </Menu>
            ),
          )}
          {lapsed && (
            <Link to="/account" className="bar-link" aria-current={ariaCurrent('/account')}>
              Account
            </Link>
          )}
        </nav>
        <div className="ml-auto flex">
          <SendState />
          <AccountMenu user={user} />
        </div>
      </div>
    </header>
  );
}

/** A link that is disabled for a lapsed account; the banner below gives the reason. */
function DisabledLink({ label }: { label: string }) {
  return (
    <button type="button" className="bar-link" disabled aria-disabled="true">
      {label}
    </button>
  );
}
