import { useAddress } from '@/ui/use-address';

/** The search params of the URL by name, '' if not set, and a function that changes some of them. */
export function useParams() {
  const [params, change] = useAddress();
  return {
    get: (name: string): string => params.get(name) ?? '',
    set: (changes: Readonly<Record<string, string>>) =>
      change(
        (current) => {
          for (const [name, value] of Object.entries(changes)) {
            if (value === '') current.delete(name);
            else current.set(name, value);
          }
          return current;
        },
        { replace: true },
      ),
  };
}
