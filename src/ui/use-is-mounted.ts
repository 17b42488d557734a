import { useEffect, useRef } from 'react';

/** Whether the component is still mounted, to ask after waiting for something. */
export function useIsMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return () => mounted.current;
}
