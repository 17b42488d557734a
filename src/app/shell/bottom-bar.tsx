import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { barLinks } from './navigation';
import { usePlace } from './top-bar';
import type { Who } from './who';

const importSheet = async () => ({ default: (await import('./menu-sheet')).MenuSheet });
const MenuSheet = lazy(importSheet);

/** The five entries of the phone's bottom bar; Menu opens everything else. */
export function BottomBar({ who, lapsed }: { who: Who; lapsed: boolean }) {
  const { key, pathname } = useLocation();
  // The sheet belongs to the location it was opened on, so any navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const place = usePlace(who.role);
  const links = barLinks(who.role);
  // Add Work is a page of the diary but has its own entry here: only that one is marked as current.
  const own = links.find(({ to }) => to === pathname);
  return (
    <>
      <nav aria-label="Shortcuts" className="bottom-bar">
        {links.map(({ label, to, icon: Icon, bar }) => (
          <Place
            key={to}
            to={to}
            off={lapsed && to !== '/noticeboard'}
            lapsed={lapsed}
            here={own && to !== own.to ? undefined : place(to)}
            className={bar === 'button' ? 'add' : undefined}
          >
            {bar === 'button' ? (
              <span aria-hidden="true">{Icon && <Icon />}</span>
            ) : (
              Icon && <Icon aria-hidden="true" />
            )}
            {label}
          </Place>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
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
          <MenuSheet open onClose={() => setOpenAt(null)} who={who} lapsed={lapsed} />
        </Suspense>
      )}
    </>
  );
}

function Place({
  to,
  off,
  lapsed,
  here,
  className,
  children,
}: {
  to: string;
  off: boolean;
  lapsed: boolean;
  here: 'page' | undefined;
  className: string | undefined;
  children: ReactNode;
}) {
  return off ? (
    <button type="button" className={className} disabled>
      {children}
    </button>
  ) : (
    <Link to={lapsed ? '/' : to} className={className} aria-current={here}>
      {children}
    </Link>
  );
}
