import { useEffect, useState } from 'react';
import { canStayAwake, stayAwake } from '@/lib/wake-lock';
import { CheckField } from '@/ui/forms/check-field';

/** Keeps the screen on while this page is open, for a phone in its holder. Hidden if the device does not support it. */
export function KeepScreenOn() {
  const [on, setOn] = useState(false);
  useEffect(() => (on ? stayAwake() : undefined), [on]);
  if (!canStayAwake()) return null;
  return <CheckField label="Keep the screen on" checked={on} onChange={({ target }) => setOn(target.checked)} />;
}
