import { useId, type ReactNode } from 'react';

/** A card of the account pages: a region labelled by its heading, with an optional line of text under it. */
export function AccountCard({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card grid grid-cols-1 gap-4 p-4" aria-labelledby={id}>
      <div className="grid gap-1">
        <h2 id={id} className="text-4">
          {title}
        </h2>
        {text && <p className="text-2 text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}
