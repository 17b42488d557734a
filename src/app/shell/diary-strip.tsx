import { Link, useLocation } from 'react-router-dom';
import type { Role } from '@/domain/account/access';
import { diaryStrip, stripPlace } from './navigation';

/** The diary's own tabs, on its pages only. On a phone only the Diary page shows them; the menu has them everywhere. */
export function DiaryStrip({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const here = stripPlace(pathname, role)?.to;
  if (here === undefined) return null;
  return (
    <div className={`strip-wrap ${here === '/diary' ? '' : 'max-nav:hidden'}`}>
      <nav aria-label="Diary" className="strip">
        {diaryStrip(role).map(({ to, label }) => (
          <Link key={to} to={to} aria-current={to === here ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
