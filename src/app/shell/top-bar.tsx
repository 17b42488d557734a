import { ChevronDown } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { BarTitle } from '@/ui/layout/bar-title';
import { Brand } from '@/ui/layout/brand-mark';
import { Menu, type MenuItem } from '@/ui/popups/menu';
import { SendState } from '@/widgets/unsent/send-state';
import { AccountMenu } from './account-menu';
import { isHere, linksIn, menusOf, type NavGroup } from './navigation';
import type { Who } from './who';

const asItems = (group: NavGroup): MenuItem[] =>
  group.links.map(({ label, to, icon: Icon }) => ({ label, to, icon: Icon && <Icon aria-hidden="true" /> }));

export const usePlace = (role: Who['role']) => {
  const { pathname } = useLocation();
  return (to: string) => (isHere(to, pathname, role) ? ('page' as const) : undefined);
};

/** The app's top bar: title and avatar on a phone, the whole navigation on a desktop. */
export function TopBar({ who, lapsed }: { who: Who; lapsed: boolean }) {
  const place = usePlace(who.role);
  const { myFarm, more } = menusOf(who.role);
  const menus: { label: string; items: MenuItem[] }[] = [
    ...(myFarm ? [{ label: myFarm.label, items: asItems(myFarm) }] : []),
    { label: 'More', items: more.map((group) => ({ label: group.label, items: asItems(group) })) },
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
          {linksIn('main', who.role).map(({ label, to }) =>
            lapsed && to !== '/noticeboard' ? (
              <Off key={to} label={label} />
            ) : (
              <Link key={to} to={lapsed ? '/' : to} className="bar-link" aria-current={place(to)}>
                {label}
              </Link>
            ),
          )}
          {menus.map(({ label, items }) =>
            lapsed ? (
              <Off key={label} label={label} />
            ) : (
              <Menu key={label} items={items} align="start" className="bar-link">
                {label}
                <ChevronDown aria-hidden="true" />
              </Menu>
            ),
          )}
          {lapsed && (
            <Link to="/account" className="bar-link" aria-current={place('/account')}>
              Account
            </Link>
          )}
        </nav>
        <div className="ml-auto flex">
          <SendState />
          <AccountMenu who={who} />
        </div>
      </div>
    </header>
  );
}

/** A place that a lapsed account cannot open; the banner below says why. */
function Off({ label }: { label: string }) {
  return (
    <button type="button" className="bar-link" disabled aria-disabled="true">
      {label}
    </button>
  );
}
