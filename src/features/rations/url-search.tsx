import { SearchField } from '@/ui/forms/search-field';
import { usePendingValue } from '@/ui/use-address';
import { useParams } from './use-params';

/** The search of a list, in the URL as ?q=. */
export function UrlSearch({ label }: { label: string }) {
  const { get, set } = useParams();
  const [text, setPending] = usePendingValue(get('q'));
  return (
    <SearchField
      label={label}
      className="min-w-36 flex-1 nav:max-w-76"
      value={text}
      onChange={({ target }) => {
        setPending(target.value);
        set({ q: target.value });
      }}
    />
  );
}
