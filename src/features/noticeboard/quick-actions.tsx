import { ClipboardCheck, Clock, Plus, StickyNote, type LucideIcon } from 'lucide-react';
import { ButtonLink } from '@/ui/button';

type Action = { label: string; to: string; icon: LucideIcon };

const actions: readonly Action[] = [
  { label: 'Clock In / Out', to: '/time-tracker', icon: Clock },
  { label: 'Complete Checklist', to: '/add-checklist', icon: ClipboardCheck },
  { label: 'Add Note', to: '/add-note', icon: StickyNote },
];

/** Quick actions for everybody; the main one is last, near the thumb. */
export function QuickActions() {
  return (
    <nav
      aria-label="Quick actions"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      {actions.map(({ label, to, icon: Icon }) => (
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
