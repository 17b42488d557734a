import { Check, Info, OctagonAlert, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/ui/button';

const icons = { warn: TriangleAlert, bad: OctagonAlert, good: Check, note: Info };

/** State of the account or the connection, shown below the bar; it moves the content down. At most one action. */
export function Banner({
  tone,
  icon,
  children,
  action,
  onDismiss,
}: {
  tone: keyof typeof icons;
  icon?: ReactNode | undefined;
  children: ReactNode;
  action?: ReactNode | undefined;
  onDismiss?: (() => void) | undefined;
}) {
  const Icon = icons[tone];
  return (
    <div className={`banner tone-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {icon ?? <Icon aria-hidden="true" />}
      <div className="banner-text">{children}</div>
      {action}
      {onDismiss && (
        <IconButton label="Close" onClick={onDismiss}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
