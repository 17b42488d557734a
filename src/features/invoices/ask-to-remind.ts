// Link state from the register that opens the reminder dialog, once per press.
import { useLocation, useNavigate } from 'react-router-dom';

export const ASK_TO_REMIND = { remind: true };

/** Whether the link asked for a reminder, and a function that clears it: reloading must not open the dialog again. */
export function useAskedToRemind(): readonly [asked: boolean, answered: () => void] {
  const { state, pathname, search } = useLocation() as { state: unknown; pathname: string; search: string };
  const navigate = useNavigate();
  const asked = typeof state === 'object' && state !== null && Reflect.get(state, 'remind') === true;
  const answered = () => {
    if (asked) void navigate(pathname + search, { replace: true, state: null });
  };
  return [asked, answered];
}
