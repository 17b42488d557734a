import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { barLinks, isInPhoneMenu } from './navigation';
import { useAriaCurrent } from './top-bar';
import type { FrameUser } from './frame-user';

const importSheet = async () => ({ default: (await import('./menu-sheet')).MenuSheet });
const MenuSheet = lazy(importSheet);

/** The five entries of the phone's bottom bar; Menu opens everything else. */
export function BottomBar({ user, lapsed }: { user: FrameUser; lapsed: boolean }) {
  const { key, pathname } = useLocation();
  // The sheet belongs to the location it was opened on, so any navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const ariaCurrent = useAriaCurrent(user.role);
  const links = barLinks(user.role);
  // Add Work is a page of the diary but has its own entry here: only that one is marked as current.
  const exactLink = links.find(({ to }) => to === pathname);
  return (
    <>
      <nav aria-label="Shortcuts" className="bottom-bar">
        {links.map(({ label, to, icon: Icon, bottomBar }) => (
          <BarItem
            key={to}
            to={to}
            disabled={lapsed && to !== '/noticeboard'}
            lapsed={lapsed}
            ariaCurrent={exactLink && to !== exactLink.to ? undefined : ariaCurrent(to)}
            className={bottomBar === 'button' ? 'add' : undefined}
          >
            {bottomBar === 'button' ? (
              <span aria-hidden="true">{Icon && <Icon />}</span>
            ) : (
              Icon && <Icon aria-hidden="true" />
            )}
            {label}
          </BarItem>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={isInPhoneMenu(pathname, user.role) || undefined}
          aria-expanded={openAt === key}
          // Starts loading before the finger is lifted.
          onPointerDown={() => void importSheet().catch(() => undefined)}
          onClick={() => setOpenAt(key)}
        >
          <MenuIcon aria-hidden="true" />
          Menu
        </button>
      </nav>
      {openAt === key && (
        <Suspense>
          <MenuSheet open onClose={() => setOpenAt(null)} user={user} lapsed={lapsed} />
        </Suspense>
      )}
    </>
  );
}

function BarItem({
  to,
  disabled,
  lapsed,
  ariaCurrent,
  className,
  children,
}: {
  to: string;
  disabled: boolean;
  lapsed: boolean;
  ariaCurrent: 'page' | undefined;
  className: string | undefined;
  children: ReactNode;
}) {
  return disabled ? (
    <button type="button" className={className} disabled>
      {children}
    </button>
  ) : (
    <Link to={lapsed ? '/' : to} className={className} aria-current={ariaCurrent}>
      {children}
    </Link>
  );
}
