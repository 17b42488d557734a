import { Link, useLocation } from 'react-router-dom';
import type { Role } from '@/domain/account/access';
import { diaryStrip, stripPlace } from './navigation';

/** The diary's own tabs, on its pages only. On a phone only the Diary page shows them; the menu has them everywhere. */
export function DiaryStrip({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const strip = diaryStrip(role);
  const here = stripPlace(strip, pathname);
  if (!here) return null;
  return (
    <div className={`strip-wrap ${here.to === '/diary' ? '' : 'max-nav:hidden'}`}>
      <nav aria-label="Diary" className="strip">
        {strip.map((link) => (
          <Link key={link.to} to={link.to} aria-current={link === here ? 'page' : undefined}>
            {link.label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
