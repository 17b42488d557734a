import {
  CalendarClock,
  CircleUser,
  Files,
  List,
  ReceiptText,
  SlidersHorizontal,
  StickyNote,
  Timer,
  Tractor,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';
import { footerLinks } from './footer';
import { accountPath, diaryStrip, menusOf, type NavLinkItem } from './navigation';
import type { Who } from './who';

type Entry = Omit<NavLinkItem, 'icon'> & { icon?: LucideIcon | undefined };

/** The strip on a desktop has labels only; the rows of the sheet have icons too. */
const stripIcons: Readonly<Record<string, LucideIcon>> = {
  '/works-list': List,
  '/time-tracker': Timer,
  '/time-diary': CalendarClock,
  '/invoices': ReceiptText,
  '/view-invoices': Files,
  '/invoice-settings': SlidersHorizontal,
  '/view-notes': StickyNote,
};

/** Everything that is not in the phone's bottom bar, by role. */
export function MenuSheet({
  open,
  onClose,
  who,
  lapsed,
}: {
  open: boolean;
  onClose: () => void;
  who: Who;
  lapsed: boolean;
}) {
  const { myFarm, more } = menusOf(who.role);
  const account: Entry = { label: 'Account', to: accountPath(who.role), icon: CircleUser };
  const groups: { label: string; links: readonly Entry[] }[] = lapsed
    ? []
    : [
        {
          label: 'Diary',
          links: diaryStrip(who.role)
            .slice(2)
            .map(({ label, to }) => ({ label, to, icon: stripIcons[to] })),
        },
        ...(myFarm ? [myFarm] : []),
        ...more,
      ];
  return (
    <Dialog open={open} onClose={onClose} title="Menu" wide actions={<Button onClick={onClose}>Close</Button>}>
      <nav aria-label="Everything">
        <Entries links={lapsed ? [account] : [{ label: 'Machinery', to: '/machinery', icon: Tractor }, account]} />
        {groups.map(({ label, links }) => (
          <section key={label} className="mt-3">
            <h3 className="over px-3">{label}</h3>
            <Entries links={links} />
          </section>
        ))}
        <section className="mt-3">
          <h3 className="over px-3">About this app</h3>
          <Entries links={footerLinks} documents />
        </section>
      </nav>
    </Dialog>
  );
}

/** `documents`: the links open separate documents. */
function Entries({ links, documents = false }: { links: readonly Entry[]; documents?: boolean }) {
  return (
    <ul className="grid grid-cols-1 sm:grid-cols-2">
      {links.map(({ label, to, icon: Icon }) => (
        <li key={to}>
          <Link to={to} className="menu-item" reloadDocument={documents}>
            {Icon && <Icon aria-hidden="true" />}
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
