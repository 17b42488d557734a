import { Ellipsis } from 'lucide-react';
import { useId, useRef, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import type { MenuPopupProps } from './menu-popup';

export type MenuItem =
  | {
      label: string;
      icon?: ReactNode | undefined;
      /** A link, an action, or a submenu. */
      to?: string | undefined;
      onSelect?: (() => void) | undefined;
      items?: readonly MenuItem[] | undefined;
      danger?: boolean | undefined;
      disabled?: boolean | undefined;
      /** For options: true shows the tick. */
      checked?: boolean | undefined;
    }
  | 'rule';

/**
 * A button that opens a menu. The popup is a chunk of its own, loaded when pointer, touch or focus first reaches the
 * button. The button stays the same element, so its focus and name never change.
 */
export function Menu({
  items,
  align = 'end',
  children,
  ...button
}: ComponentProps<'button'> & { items: readonly MenuItem[]; align?: 'start' | 'center' | 'end' | undefined }) {
  const ref = useRef<HTMLButtonElement>(null);
  const ownId = useId();
  const id = button.id ?? ownId;
  const [open, setOpen] = useState(false);
  const [popup, setPopup] = useState<{ Popup: ComponentType<MenuPopupProps>; container: Element | null } | null>(null);
  const loadPopup = () => {
    if (popup) return;
    // Render the popup inside the landmark of its button, so that no content is outside a landmark.
    const container = ref.current?.closest('main, header, dialog') ?? null;
    import('./menu-popup').then(
      ({ MenuPopup: Popup }) => setPopup({ Popup, container }),
      // Offline: the next touch tries again.
      () => setOpen(false),
    );
  };
  return (
    <span className="menu-place">
      <button
        type="button"
        {...button}
        id={id}
        ref={ref}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={loadPopup}
        onFocus={loadPopup}
        onClick={() => {
          loadPopup();
          setOpen(!open);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          loadPopup();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {popup && (
        <popup.Popup
          items={items}
          align={align}
          open={open}
          onOpenChange={setOpen}
          trigger={ref}
          container={popup.container}
          labelledBy={id}
        />
      )}
    </span>
  );
}

/** The last cell of a table's row: its menu. `name` is what the row is about, for screen readers. */
export const MenuCell = ({ name, items }: { name: string; items: readonly MenuItem[] }) => (
  <td className="w-12 text-right">
    <Menu className="icon-btn" aria-label={`More for ${name}`} items={items}>
      <Ellipsis aria-hidden="true" />
    </Menu>
  </td>
);
