import { useEffect, useState } from 'react';
import { canStayAwake, stayAwake } from '@/lib/wake-lock';
import { CheckField } from '@/ui/check-field';

/** For a phone in its holder; only while this page is open, and only where the device can. */
export function KeepScreenOn() {
  const [on, setOn] = useState(false);
  useEffect(() => (on ? stayAwake() : undefined), [on]);
  if (!canStayAwake()) return null;
  return <CheckField label="Keep the screen on" checked={on} onChange={({ target }) => setOn(target.checked)} />;
}
