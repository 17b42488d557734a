import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';

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
  const change = (next: string) => {
    const tab = tabs.find((one) => one.value === next);
    if (tab) onChange(tab.value);
  };
  return (
    <Radix.Root value={value} onValueChange={change} className={className}>
      <Radix.List className="segments" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className="segment">
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

/** The content of a tab. Inactive tabs are not mounted. */
export function TabPanel({
  value,
  className,
  children,
}: {
  value: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Radix.Content value={value} className={className}>
      {children}
    </Radix.Content>
  );
}
