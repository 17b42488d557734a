import { SearchField } from '@/ui/forms/search-field';
import { useParams, usePendingValue } from '@/ui/use-address';

/** The search of a list, in the address as ?q=. */
export function UrlSearch({
  label,
  className = 'min-w-36 flex-1 nav:max-w-76',
  maxLength,
}: {
  label: string;
  className?: string;
  maxLength?: number;
}) {
  const { get, set } = useParams();
  const [text, setPending] = usePendingValue(get('q'));
  return (
    <SearchField
      label={label}
      className={className}
      maxLength={maxLength}
      value={text}
      onChange={({ target }) => {
        setPending(target.value);
        set({ q: target.value });
      }}
    />
  );
}
