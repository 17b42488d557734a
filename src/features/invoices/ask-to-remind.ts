// The way from the register to the dialog that reminds: the press travels with the link, so that it is asked for once.
import { useLocation, useNavigate } from 'react-router-dom';

export const ASK_TO_REMIND = { remind: true };

/** Whether the link that led here asked for a reminder, and how to forget that: the page opened again asks for none. */
export function useAskedToRemind(): readonly [asked: boolean, answered: () => void] {
  const { state, pathname, search } = useLocation() as { state: unknown; pathname: string; search: string };
  const navigate = useNavigate();
  const asked = typeof state === 'object' && state !== null && Reflect.get(state, 'remind') === true;
  const answered = () => {
    if (asked) void navigate(pathname + search, { replace: true, state: null });
  };
  return [asked, answered];
}
