import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Role } from '@/domain/account/access';
import { BottomBar } from './bottom-bar';
import { Footer } from './footer';
import { diaryTabs, currentDiaryTab } from './navigation';
import { SkipLink } from './skip-link';
import { TopBar } from './top-bar';
import type { FrameUser } from './frame-user';

/** The frame of the app: top bar, diary strip, banners, page, footer, and the bottom bar of a phone. */
export function AppFrame({
  user,
  lapsed = false,
  banners,
  children,
}: {
  user: FrameUser;
  lapsed?: boolean | undefined;
  banners?: ReactNode | undefined;
  children: ReactNode;
}) {
  return (
    <div className="frame app-frame">
      <SkipLink />
      <TopBar user={user} lapsed={lapsed} />
      {!lapsed && <DiaryTabs role={user.role} />}
      <div className="banners">{banners}</div>
      {children}
      <Footer />
      <BottomBar user={user} lapsed={lapsed} />
    </div>
  );
}

/** Tabs on the pages of the diary. On a phone only the page /diary shows them; the menu links to all of them. */
function DiaryTabs({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const currentTab = currentDiaryTab(pathname, role)?.to;
  if (currentTab === undefined) return null;
  return (
    <div className={`strip-wrap ${currentTab === '/diary' ? '' : 'max-nav:hidden'}`}>
      <nav aria-label="Diary" className="strip">
        {diaryTabs(role).map(({ to, label }) => (
          <Link key={to} to={to} aria-current={to === currentTab ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
