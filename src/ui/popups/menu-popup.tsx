import * as Radix from '@radix-ui/react-dropdown-menu';
import { Check, ChevronRight } from 'lucide-react';
import type { RefObject } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { MenuItem } from './menu';

export type MenuPopupProps = {
  items: readonly MenuItem[];
  align: 'start' | 'center' | 'end';
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: RefObject<HTMLButtonElement | null>;
  /** The container of the popup; null is the end of the page. */
  container: Element | null;
  labelledBy: string;
};

/** The open menu. It is attached to an invisible anchor over the real button, and returns the focus to that button. */
export function MenuPopup({ items, align, open, onOpenChange, trigger, container, labelledBy }: MenuPopupProps) {
  const focusTrigger = () => trigger.current?.focus({ preventScroll: true });
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild>
        <span className="menu-anchor" aria-hidden="true" role="presentation" />
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          className="menu"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          loop
          aria-labelledby={labelledBy}
          onInteractOutside={(event) => {
            // The button itself closes its menu; without this the menu would close and open again.
            if (event.target instanceof Node && trigger.current?.contains(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // If the user clicked elsewhere, keep the focus there.
            const focused = document.activeElement;
            if (!focused || focused === document.body) focusTrigger();
          }}
        >
          <Items items={items} container={container} focusTrigger={focusTrigger} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Whether a page is the one at an address, or below it. */
const isPart = (path: string, to: string) => path === to || path.startsWith(`${to}/`);

function Items({
  items,
  container,
  focusTrigger,
}: {
  items: readonly MenuItem[];
  container: Element | null;
  /** Focuses the button. */
  focusTrigger: () => void;
}) {
  const { pathname } = useLocation();
  return items.map((item, index) => {
    if (item === 'rule') {
      // oxlint-disable-next-line react/no-array-index-key -- separators have no name of their own; the items of a menu do not change while it is open
      return <Radix.Separator key={index} className="menu-rule" />;
    }
    if (item.items) {
      return (
        <Radix.Sub key={item.label}>
          <Radix.SubTrigger className="menu-item">
            {item.icon}
            <span>{item.label}</span>
            <ChevronRight aria-hidden="true" />
          </Radix.SubTrigger>
          <Radix.Portal container={container}>
            <Radix.SubContent className="menu" collisionPadding={8} loop>
              <Items items={item.items} container={container} focusTrigger={focusTrigger} />
            </Radix.SubContent>
          </Radix.Portal>
        </Radix.Sub>
      );
    }
    const className = `menu-item ${item.danger ? 'menu-danger' : ''}`;
    const content = (
      <>
        {item.icon}
        <span>{item.label}</span>
        {item.checked && <Check aria-hidden="true" />}
      </>
    );
    const disabled = item.disabled ?? false;
    // Focus the button first: a dialog that the item opens returns the focus to where it was.
    const act = () => {
      focusTrigger();
      item.onSelect?.();
    };
    if (item.checked !== undefined) {
      return (
        <Radix.CheckboxItem
          key={item.label}
          className={className}
          checked={item.checked}
          disabled={disabled}
          onSelect={act}
        >
          {content}
        </Radix.CheckboxItem>
      );
    }
    return item.to && !disabled ? (
      <Radix.Item key={item.label} className={className} asChild onSelect={() => item.onSelect?.()}>
        <Link to={item.to} aria-current={isPart(pathname, item.to) ? 'page' : undefined}>
          {content}
        </Link>
      </Radix.Item>
    ) : (
      <Radix.Item key={item.label} className={className} disabled={disabled} onSelect={act}>
        {content}
      </Radix.Item>
    );
  });
}
