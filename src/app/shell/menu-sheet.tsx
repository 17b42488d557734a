import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';
import { ReadyOffline } from '@/widgets/install/ready-offline';
import { footerLinks } from './footer';
import { diaryTabs, linksIn, menusOf, type NavLinkItem } from './navigation';
import { useAriaCurrent } from './top-bar';
import type { FrameUser } from './frame-user';

type Entry = { label: string; to: string; icon?: LucideIcon | undefined };

const notInBar = (links: readonly NavLinkItem[]) => links.filter(({ bottomBar }) => bottomBar === undefined);

/** Everything that is not in the phone's bottom bar, by role. */
export function MenuSheet({
  open,
  onClose,
  user,
  lapsed,
}: {
  open: boolean;
  onClose: () => void;
  user: FrameUser;
  lapsed: boolean;
}) {
  const ariaCurrent = useAriaCurrent(user.role);
  const { myFarm, more } = menusOf(user.role);
  const account = linksIn('account', user.role);
  const groups: { label: string; links: readonly Entry[] }[] = lapsed
    ? []
    : [{ label: 'Diary', links: notInBar(diaryTabs(user.role)) }, ...(myFarm ? [myFarm] : []), ...more];
  return (
    <Dialog open={open} onClose={onClose} title="Menu" wide actions={<Button onClick={onClose}>Close</Button>}>
      <nav aria-label="Everything">
        <Entries
          links={lapsed ? account : [...notInBar(linksIn('main', user.role)), ...account]}
          ariaCurrent={ariaCurrent}
        />
        {groups.map(({ label, links }) => (
          <section key={label} className="mt-3">
            <h3 className="eyebrow px-3">{label}</h3>
            <Entries links={links} ariaCurrent={ariaCurrent} />
          </section>
        ))}
        <section className="mt-3">
          <h3 className="eyebrow px-3">About this app</h3>
          <Entries links={footerLinks} />
          <div className="px-3 py-2">
            <ReadyOffline />
          </div>
        </section>
      </nav>
    </Dialog>
  );
}

/** `ariaCurrent` is for pages of the app; without it the links open separate documents. */
function Entries({ links, ariaCurrent }: { links: readonly Entry[]; ariaCurrent?: ReturnType<typeof useAriaCurrent> }) {
  return (
    <ul className="grid grid-cols-1 sm:grid-cols-2">
      {links.map(({ label, to, icon: Icon }) => (
        <li key={to}>
          <Link to={to} className="menu-item" reloadDocument={!ariaCurrent} aria-current={ariaCurrent?.(to)}>
            {Icon && <Icon aria-hidden="true" />}
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
