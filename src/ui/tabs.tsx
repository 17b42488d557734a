import { createContext, useContext, useId, type KeyboardEvent, type ReactNode } from 'react';

const TabsContext = createContext({ id: '', value: '' });

const tabId = (id: string, value: string) => `${id}tab-${value}`;
const panelId = (id: string, value: string) => `${id}panel-${value}`;

/** Which tab a key leads to from this one; null for a key that is not the tabs'. */
function target(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** Tabs that look like segments. The panels are children: `<TabPanel value="…">`. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  className = '',
  children,
}: {
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = target(event.key, at, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.value);
    document.getElementById(tabId(id, tab.value))?.focus();
  };
  return (
    <div className={className}>
      <div className="seg" role="tablist" aria-label={label}>
        {tabs.map((tab) => {
          const chosen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={tabId(id, tab.value)}
              className="seg-item"
              data-state={chosen ? 'active' : 'inactive'}
              aria-selected={chosen}
              aria-controls={chosen ? panelId(id, tab.value) : undefined}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={move}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <TabsContext value={{ id, value }}>{children}</TabsContext>
    </div>
  );
}

/** What a tab shows. Content of the other tabs is not mounted. */
export function TabPanel({
  value,
  className,
  children,
}: {
  value: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const tabs = useContext(TabsContext);
  if (tabs.value !== value) return null;
  return (
    <div role="tabpanel" id={panelId(tabs.id, value)} aria-labelledby={tabId(tabs.id, value)} className={className}>
      {children}
    </div>
  );
}
