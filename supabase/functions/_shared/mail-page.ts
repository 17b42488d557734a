// The layout of our mails: a page without pictures, narrow enough for a phone. The pages in supabase/templates, which
// the auth service fills in, use the same layout; a test compares them.

const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";

/** Escapes text for HTML. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export type MailPage = {
  title: string;
  /** The preview text that mail programs show beside the subject. */
  preview: string;
  /** HTML below the title, built with mailParagraph, mailButton and mailAside. */
  body: string;
  /** Why the recipient gets this mail. */
  foot: string;
};

export const mailParagraph = (html: string) => `<p style="margin: 0 0 16px">${html}</p>`;
export const mailAside = (html: string) => `<p style="margin: 0 0 16px; color: #57534a">${html}</p>`;
export const mailButton = (href: string, label: string) =>
  `<p style="margin: 24px 0"><a href="${href}" style="display: inline-block; padding: 14px 24px; border-radius: 8px;` +
  ` background: #1f5c3a; color: #ffffff; font-weight: 600; text-decoration: none;">${label}</a></p>`;

/** A whole page; title and preview must be plain text without characters that need escaping. */
export const mailPage = ({ title, preview, body, foot }: MailPage) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light" />
<title>${title}</title>
</head>
<body style="margin: 0; background: #f3f0e7; color: #1c1a15">
<div style="display: none; max-height: 0; overflow: hidden">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background: #f3f0e7">
<tr>
<td align="center" style="padding: 24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"
 style="max-width: 560px; background: #ffffff; border-radius: 14px; overflow: hidden">
<tr>
<td style="padding: 18px 28px; background: #16301f; color: #ffffff; font: 600 18px/1.3 ${SANS};">Farm Diary</td>
</tr>
<tr>
<td style="padding: 28px 28px 12px; font: 400 17px/1.5 ${SANS};">
<h1 style="margin: 0 0 16px; font: 700 26px/1.25 Georgia, 'Times New Roman', serif;">${title}</h1>
${body}
</td>
</tr>
</table>
<p style="margin: 16px 0 0; color: #57534a; font: 400 14px/1.5 ${SANS};">${foot}</p>
</td>
</tr>
</table>
</body>
</html>
`;
