import { List, Plus, ReceiptText, StickyNote, UserPlus, type LucideIcon } from 'lucide-react';
import type { Role } from '@/domain/access';
import { ButtonLink } from '@/ui/button';

type Action = { label: string; to: string; icon: LucideIcon };

const addNote: Action = { label: 'Add Note', to: '/add-note', icon: StickyNote };

const actions: Record<Role, readonly Action[]> = {
  admin: [
    { label: 'Works List', to: '/works-list', icon: List },
    { label: 'Invoices', to: '/invoices', icon: ReceiptText },
    { label: 'New customer', to: '/customers?new=1', icon: UserPlus },
    addNote,
  ],
  employee: [{ label: 'My Work', to: '/works-list', icon: List }, addNote],
};

/** The usual next steps; the main one last, where the thumb is. */
export function QuickActions({ role }: { role: Role }) {
  return (
    <nav aria-label="Quick actions" className="grid grid-cols-2 gap-2">
      {actions[role].map(({ label, to, icon: Icon }) => (
        <ButtonLink key={to} to={to} className="min-h-15 justify-start text-left">
          <Icon aria-hidden="true" className="text-accent" />
          {label}
        </ButtonLink>
      ))}
      <ButtonLink to="/add-work" variant="main" className="min-h-15 justify-start text-left">
        <Plus aria-hidden="true" />
        Add Work
      </ButtonLink>
    </nav>
  );
}
