// Link state from the register that opens the reminder dialog, once per press.
import { useLocation, useNavigate } from 'react-router-dom';

export const REMINDER_LINK_STATE = { remind: true };

/** Whether the link requested a reminder, and a function that clears it, so that a reload does not open the dialog. */
export function useReminderRequest(): readonly [requested: boolean, clear: () => void] {
  const { state, pathname, search } = useLocation() as { state: unknown; pathname: string; search: string };
  const navigate = useNavigate();
  const requested = typeof state === 'object' && state !== null && Reflect.get(state, 'remind') === true;
  const clear = () => {
    if (requested) void navigate(pathname + search, { replace: true, state: null });
  };
  return [requested, clear];
}
