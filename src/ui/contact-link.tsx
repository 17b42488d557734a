import { mailLink, phoneLink } from '@/domain/customers/contact-links';

/** Text that opens a mail or a call if it is an address or a number; otherwise plain text. */
function ContactLink({ href, text }: { href: string | null; text: string }) {
  return href === null ? (
    <span>{text}</span>
  ) : (
    <a className="link" href={href}>
      {text}
    </a>
  );
}

export const Phone = ({ number }: { number: string }) => <ContactLink href={phoneLink(number)} text={number} />;
export const Mail = ({ address }: { address: string }) => <ContactLink href={mailLink(address)} text={address} />;
