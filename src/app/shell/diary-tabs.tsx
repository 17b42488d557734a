import { Link, useLocation } from 'react-router-dom';
import type { Role } from '@/domain/account/access';
import { diaryTabs, currentDiaryTab } from './navigation';

/** The diary's own tabs, on its pages only. On a phone only the Diary page shows them; the menu has them everywhere. */
export function DiaryTabs({ role }: { role: Role }) {
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
